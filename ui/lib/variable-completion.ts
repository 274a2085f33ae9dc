import { foldText } from '../../src/shared/text'
import type { Replacement } from './replace-text'

/** Begun variable before the cursor: where its name starts, what is typed of it, and the braces that end it. */
export interface Begun {
  from: number
  typed: string
  end: '}' | '}}'
}

/** The variable that the text before the cursor begins; null without `{{`, or `{` where one brace is enough. */
export function begunVariable(text: string, cursor: number, allowsSingle = false): Begun | null {
  const [, braces, typed] =
    /(\{{1,2})\s?([\p{L}\p{N}_.-]{0,50})$/u.exec(text.slice(Math.max(0, cursor - 60), cursor)) ?? []
  if (typed === undefined || (braces === '{' && !allowsSingle)) return null
  return { from: cursor - typed.length, typed, end: braces === '{' ? '}' : '}}' }
}

/** Names that contain what is typed; those that begin with it come first. */
export function matchingNames(names: string[], typed: string): string[] {
  const wanted = foldText(typed)
  const found = names.filter((name) => foldText(name).includes(wanted))
  const begins = (name: string) => foldText(name).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((name) => !begins(name))]
}

/** Text that completes the begun variable: its name and its closing braces, in place of those that stand there already. */
export function completeVariable(text: string, { from, typed, end }: Begun, name: string): Replacement {
  const cursor = from + typed.length
  const isEnded = text.startsWith(end, cursor)
  return { start: from, end: cursor + (isEnded ? end.length : 0), text: name + end }
}
