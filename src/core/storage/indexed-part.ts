import { cutText } from '../../shared/text'

/**
 * Different trigrams of one message in the index of messages. FTS5 takes a message in one piece, in which the event loop
 * stands still: 65,534 of them in random Chinese took 100 ms and more. A message in Latin letters has at most 17,164
 * (bench/history/attacks.md), so that only the end of very long texts in other scripts is not found.
 */
const maxTrigramsOfMessage = 24_000

/** Start of the text up to the last trigram that is indexed, in both engines. */
export function indexedPart(text: string): string {
  if (text.length <= maxTrigramsOfMessage) return text
  const seen = new Set<number>()
  for (let at = 0; at + 2 < text.length; at++) {
    seen.add((text.charCodeAt(at) * 2 ** 16 + text.charCodeAt(at + 1)) * 2 ** 16 + text.charCodeAt(at + 2))
    if (seen.size > maxTrigramsOfMessage) return cutText(text, at + 2)
  }
  return text
}
