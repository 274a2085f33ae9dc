import { type Static, t } from 'elysia'

/** State of the search for a newer version. `isAsked` is false without BALCAO_RELEASES and a release key. */
export const Releases = t.Object({
  isAsked: t.Boolean(),
  /** Newer version with its notes, in Markdown. */
  newer: t.Nullable(t.Object({ version: t.String(), notes: t.String() })),
  /** Time of the last search; null before the first one. */
  checkedAt: t.Nullable(t.String()),
  /** Why the last search failed, in English as in the log; null when it did not. */
  problem: t.Nullable(t.String()),
})
export type Releases = Static<typeof Releases>
