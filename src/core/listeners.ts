import type { Scope } from './scope'

/**
 * CONTRACT 6, calls against the order of domains: name → function. The lower domain declares what it calls in its
 * `listeners.ts`; `src/listeners.ts` lists the functions of the upper domains that answer, in order (ADR 0099).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the domains declare its members
export interface Listeners {}
export type ListenerName = keyof Listeners

/** A listener: scope and arguments → result. */
export type Listener<A extends unknown[] = [], R = unknown> = (scope: Scope, ...args: A) => Promise<R>

/** Functions that answer each name, in the order in which they are called. */
export type ListenerTable = { readonly [N in ListenerName]: readonly Listeners[N][] }

export type ListenerArgs<N extends ListenerName> = Listeners[N] extends Listener<infer A, unknown> ? A : never
export type ListenerResult<N extends ListenerName> = Awaited<ReturnType<Listeners[N]>>
