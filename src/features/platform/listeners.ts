import type { Listener } from '../../core/listeners'

/** Calls of `platform` to the domains above it. */
declare module '../../core/listeners' {
  interface Listeners {
    /** True if the acting person may open a file of the company. */
    mayOpenFile: Listener<[id: string], boolean>
  }
}
