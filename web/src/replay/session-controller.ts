import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AnalysisSession, Topic } from './analysis-session';

/** Has an element drawn again when what its `session` knows has changed, while it is on the page. */
export class SessionController implements ReactiveController {
  private followed: AnalysisSession | null = null;
  private unfollow: (() => void) | null = null;

  constructor(
    private readonly host: ReactiveControllerHost & { session: AnalysisSession | null },
    private readonly topics: readonly Topic[],
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.follow();
  }

  hostUpdate(): void {
    this.follow();
  }

  hostDisconnected(): void {
    this.unfollow?.();
    this.unfollow = null;
    this.followed = null;
  }

  private follow(): void {
    const { session } = this.host;
    if (session === this.followed) return;
    this.unfollow?.();
    this.followed = session;
    this.unfollow = session?.onChange(this.topics, () => this.host.requestUpdate()) ?? null;
  }
}
