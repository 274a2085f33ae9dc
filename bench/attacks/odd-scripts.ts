/** Characters of the longest message. */
const length = 65_536

/** Ranges of characters whose texts cost most: many different trigrams, marks, and characters of several units. */
const ranges: Record<string, [from: number, to: number][]> = {
  'different Chinese characters': [[0x4e00, 0x9fff]],
  'different Hangul syllables': [[0xac00, 0xd7a3]],
  'letters under marks': [
    [0x61, 0x7a],
    [0x300, 0x36f],
  ],
  'Thai and Devanagari with vowels': [
    [0xe01, 0xe4e],
    [0x905, 0x94d],
  ],
  'emoji of several characters': [
    [0x1f468, 0x1f469],
    [0x200d, 0x200d],
    [0x1f3fb, 0x1f3ff],
  ],
}

/** A message of the longest length in each script; a new one at each call, so that no word is known. */
export const oddScripts = Object.entries(ranges).map(([script, all]) => ({ script, text: () => random(all) }))

function random(all: [number, number][]): string {
  let text = ''
  while (text.length < length - 1) {
    const [from, to] = all[Math.floor(Math.random() * all.length)] as [number, number]
    text += String.fromCodePoint(from + Math.floor(Math.random() * (to - from + 1)))
  }
  return text
}
