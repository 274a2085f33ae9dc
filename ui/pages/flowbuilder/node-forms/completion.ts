import { foldText } from '../../../../src/shared/text'

/** Begun variable before the cursor: where its name starts, and what is typed of it. */
export interface Begun {
  from: number
  typed: string
}

/** The variable that the text before the cursor begins; null without `{{`. */
export function begunVariable(text: string, cursor: number): Begun | null {
  const [, typed] = /\{\{\s?([\p{L}\p{N}_.-]{0,50})$/u.exec(text.slice(Math.max(0, cursor - 60), cursor)) ?? []
  return typed === undefined ? null : { from: cursor - typed.length, typed }
}

/** Names that contain what is typed; those that begin with it come first. */
export function matchingNames(names: string[], typed: string): string[] {
  const wanted = foldText(typed)
  const found = names.filter((name) => foldText(name).includes(wanted))
  const begins = (name: string) => foldText(name).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((name) => !begins(name))]
}

/** The text with the begun variable completed, and the cursor behind it. */
export function completeVariable(text: string, cursor: number, { from }: Begun, name: string) {
  const rest = text.slice(cursor)
  const end = rest.startsWith('}}') ? '' : '}}'
  const before = text.slice(0, from) + name + end
  return { text: before + rest, cursor: before.length + (end === '' ? 2 : 0) }
}
