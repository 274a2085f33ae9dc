import { fold } from '../text'

/** A line of a menu: its option (`1` or a word) and its title. */
export interface Choice {
  option: string
  title: string
}

/** Variation selector and enclosing keycap: `1️⃣` becomes `1`. */
const keycap = /[\ufe0f\u20e3]/g
/** Marks that people put around the option: `*[ 1 ]*`, `(1)`. */
const before = /^[\s*[(]+/
const after = /[\s*\])]+$/

/**
 * Returns the line that an answer chooses, or undefined. Accepts the option (`1`, `1.`, `1 -`, a keycap emoji, `[1]`),
 * the title, and both (`1 - Vendas`); upper case and accents do not matter.
 */
export function chosenLine<C extends Choice>(answer: string, lines: C[]): C | undefined {
  const text = plain(answer)
  if (text === '') return undefined
  const bare = text.replace(/\s*[.):;,\-–—]+$/, '').trim()
  return (
    lines.find(({ option }) => fold(option) === bare) ??
    lines.find(({ title }) => plain(title) === text) ??
    lines.find(({ option, title }) => hasBoth(text, fold(option), plain(title)))
  )
}

const plain = (text: string) =>
  fold(text.replaceAll('🔟', '10').replace(keycap, '')).replace(before, '').replace(after, '')

/** True for option, marks and title, as a menu prints them: `1 ]* - vendas`. */
function hasBoth(text: string, option: string, title: string): boolean {
  if (!text.startsWith(option)) return false
  const rest = text.slice(option.length)
  const marks = /^[\s.):;,\-–—\]*]+/.exec(rest)
  return marks !== null && rest.slice(marks[0].length) === title
}
