import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Makes words fit that are longer in some languages: while `isCut`, the element that `selector` finds in its host gets
 * `data-fit="1"`, `"2"` and so on up to `steps`, for which its style sheet has smaller words, or none.
 */
export class Fit implements ReactiveController {
  private element: HTMLElement | null = null;
  private readonly observer = new ResizeObserver(() => this.fit());

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly selector: string,
    private readonly isCut: (element: HTMLElement) => boolean,
    private readonly steps: number,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    const element = this.host.querySelector<HTMLElement>(this.selector);
    if (element !== this.element) {
      this.observer.disconnect();
      this.element = element;
      if (element) this.observer.observe(element);
    }
    this.fit();
  }

  hostDisconnected(): void {
    this.observer.disconnect();
    this.element = null;
  }

  private fit(): void {
    const { element } = this;
    if (!element) return;
    delete element.dataset.fit;
    for (let step = 1; step <= this.steps && this.isCut(element); step++) element.dataset.fit = String(step);
  }
}

/** Whether an element is wider than the place it has. */
export const isCut = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth;
