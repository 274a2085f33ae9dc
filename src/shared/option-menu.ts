/** What a line of a menu has to be printed with. */
export interface MenuLine {
  option: string
  title: string
}
export interface MenuNode {
  message: string
  lines: MenuLine[]
  /** 0 for a queue's first menu. */
  depth: number
}

/** What a customer may be asked to write: a word or a number; `0` and `#` lead back. */
export const optionText = /^(?!0)[\p{L}\p{N}]{1,20}$/u
export const isNumbered = (option: string) => /^[1-9]\d*$/.test(option)

/** The ways back, in the customer's language; the texts are the company's country's (server-behaviour §2.5). */
const back = '*[ 0 ]* - Menu anterior'
const toStart = '*[ # ]* - Menu inicial'

/**
 * A place in a queue's menu exactly as the customer reads it: message, blank line, the lines, and below them the ways
 * back. Where no line follows the attendant does, and only the message is sent.
 */
export function printMenu({ message, lines, depth }: MenuNode): string {
  const text = message.trim()
  if (lines.length === 0) return text
  const ways = depth === 0 ? [toStart] : [back, toStart]
  const menu = lines.map(({ option, title }) => `*[ ${option} ]* - ${title}`)
  return [...(text ? [text, ''] : []), ...menu, '', ...ways].join('\n')
}
