import type { TicketMatch } from '../../../../../src/features/inbox/tickets/model'

/** Characters shown before the first match, so that a short line still shows it. */
const maxBefore = 12

/** Cuts the beginning of a snippet, at a word where possible, so that the first match is near the start. */
export function beginAtMatch({ text, ranges }: TicketMatch['snippet']): TicketMatch['snippet'] {
  const first = ranges[0]?.[0] ?? 0
  if (first <= maxBefore) return { text, ranges }
  const space = text.indexOf(' ', first - maxBefore)
  const start = space >= 0 && space < first ? space + 1 : first
  return { text: `…${text.slice(start)}`, ranges: ranges.map(([from, to]) => [from - start + 1, to - start + 1]) }
}
