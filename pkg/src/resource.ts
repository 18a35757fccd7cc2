/**
 * The base of games, record files, replays and beliefs: objects that live in the engine until disposed of. Internal.
 */
import type { ChannelCallOptions } from './channel.ts';
import type { Args, Method, ObjectId, Result } from './protocol.ts';
import type { Restorable, Session } from './session.ts';

/** Methods whose first argument is their object. */
type Tail<M extends Method> = Args<M> extends [ObjectId, ...infer Rest] ? Rest : never;

/** Frees objects that a program forgot to dispose of. */
const forgotten =
  typeof FinalizationRegistry === 'undefined'
    ? null
    : /* @__PURE__ */ new FinalizationRegistry<{ session: Session; object: ObjectId }>(({ session, object }) =>
        session.release(object),
      );

export class Resource {
  readonly session: Session;
  readonly object: ObjectId;

  constructor(session: Session, object: ObjectId, restorable: Restorable, owner: object) {
    this.session = session;
    this.object = object;
    session.keep(object, restorable);
    forgotten?.register(owner, { session, object }, this);
  }

  call<M extends Method>(method: M, rest: Tail<M>, options?: ChannelCallOptions): Promise<Result<M>> {
    return this.session.callOn(this.object, method, [this.object, ...rest] as unknown as Args<M>, options);
  }

  dispose(): void {
    forgotten?.unregister(this);
    this.session.release(this.object);
  }
}
