import { foldText } from '../text'

/** A line of a menu: its option (`1` or a word) and its title. */
interface Choice {
  option: string
  title: string
}

/** Maximum length of an answer that may choose a line; options and titles are shorter, a customer's text may not be. */
const maxAnswer = 200

/** Variation selector and enclosing keycap: `1️⃣` becomes `1`. */
const keycap = /[\ufe0f\u20e3]/g
/** Marks that people put around the option: `*[ 1 ]*`, `(1)`. */
const opening = new Set(' \t\n*[(')
const closing = new Set(' \t\n*])')
/** Marks that people put behind the option: `1.`, `1 -`. */
const ending = new Set(' \t\n.):;,-–—]*')

/**
 * Returns the line that an answer chooses, or undefined. Accepts the option (`1`, `1.`, `1 -`, a keycap emoji, `[1]`),
 * the title, and both (`1 - Vendas`); upper case and accents do not matter.
 */
export const chosenLine = <C extends Choice>(answer: string, lines: C[]): C | undefined => lineChooser(lines)(answer)

/** `chosenLine` for several answers to the same lines, which are folded once, at the first answer that may choose. */
export function lineChooser<C extends Choice>(lines: C[]): (answer: string) => C | undefined {
  let folded: FoldedLine<C>[] | undefined
  return (answer) => {
    const text = answer.length > maxAnswer ? '' : plain(answer)
    if (text === '') return undefined
    folded ??= lines.map((line) => ({ line, option: foldText(line.option), title: plain(line.title) }))
    return findLine(folded, text)?.line
  }
}

interface FoldedLine<C> {
  line: C
  option: string
  title: string
}

function findLine<C>(lines: FoldedLine<C>[], text: string): FoldedLine<C> | undefined {
  const bare = trimEnd(text, ending)
  return (
    lines.find(({ option }) => option === bare) ??
    lines.find(({ title }) => title === text) ??
    lines.find(({ option, title }) => hasBoth(text, option, title))
  )
}

const plain = (text: string) =>
  trimEnd(trimStart(foldText(text.replaceAll('🔟', '10').replace(keycap, '')), opening), closing)

/** True for option, marks and title, as a menu prints them: `1 ]* - vendas`. */
function hasBoth(text: string, option: string, title: string): boolean {
  if (!text.startsWith(option)) return false
  const rest = text.slice(option.length)
  const behind = trimStart(rest, ending)
  return behind.length < rest.length && behind === title
}

function trimStart(text: string, marks: Set<string>): string {
  let from = 0
  while (from < text.length && marks.has(text[from] as string)) from++
  return text.slice(from)
}

/** Loops instead of matching `[…]+$`, which takes quadratic time. */
function trimEnd(text: string, marks: Set<string>): string {
  let end = text.length
  while (end > 0 && marks.has(text[end - 1] as string)) end--
  return text.slice(0, end)
}
