import { noChange } from 'lit';
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

/**
 * Sets CSS custom properties through the CSSOM. Unlike a `style` attribute, and unlike Lit's `styleMap` on first
 * render, this is allowed by a content security policy without `unsafe-inline`.
 */
class CssVars extends Directive {
  private previous: Record<string, string> = {};

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('cssVars must be used on an element');
  }

  render(_vars: Record<string, string | number>): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [vars]: [Record<string, string | number>]): typeof noChange {
    const style = (part.element as HTMLElement | SVGElement).style;
    for (const name in this.previous) if (!(name in vars)) style.removeProperty(name);
    const next: Record<string, string> = {};
    for (const name in vars) {
      const value = String(vars[name]);
      next[name] = value;
      if (this.previous[name] !== value) style.setProperty(name, value);
    }
    this.previous = next;
    return noChange;
  }
}

export const cssVars = directive(CssVars);
