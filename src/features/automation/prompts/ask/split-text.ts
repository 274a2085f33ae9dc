/** Characters of one message on WhatsApp that all phones show whole. */
const maxLength = 4096

/** Splits a long answer into messages: after a paragraph, a sentence or a word, and within a longer word. */
export function splitText(text: string, max = maxLength): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > max) {
    const head = rest.slice(0, max)
    const end = endOfPart(head)
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest ? [...parts, rest] : parts
}

/** Position after the last paragraph, sentence or word that ends in the second half of the text. */
function endOfPart(head: string): number {
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const at = head.lastIndexOf(mark)
    if (at > head.length / 2) return at + mark.length
  }
  return /[\ud800-\udbff]$/.test(head) ? head.length - 1 : head.length
}
