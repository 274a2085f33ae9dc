import { lineChooser } from '../../../../shared/bot/answer'
import { isObject, listOrEmpty, textOrEmpty } from '../failure'

/** A question with given answers, kept in the session until the customer answers. */
export interface ChoiceInput {
  titles: string[]
  isMultiple: boolean
}

/** Types of Typebot's inputs that have given answers. */
const choiceTypes = ['choice input', 'picture choice input']
/** Items beyond this are not offered. */
const maxItems = 50
/** Bytes of titles kept in the session. */
const maxTitle = 300

/** The given answers of an input; null for a free answer. */
export function readChoices(input: unknown): ChoiceInput | null {
  if (!isObject(input) || !choiceTypes.includes(textOrEmpty(input.type))) return null
  const titles = listOrEmpty(input.items)
    .slice(0, maxItems)
    .map((item) => (isObject(item) ? textOrEmpty(item.content) || textOrEmpty(item.title) : ''))
    .map((title) => title.trim().slice(0, maxTitle))
    .filter((title) => title !== '')
  const options = isObject(input.options) ? input.options : {}
  return titles.length > 0 ? { titles, isMultiple: options.isMultipleChoice === true } : null
}

/** Lines as the product's menus print them. */
export const printChoices = ({ titles }: ChoiceInput) =>
  titles.map((title, at) => `*[ ${at + 1} ]* - ${title}`).join('\n')

/**
 * The answer as Typebot matches it: the title of the chosen item, by number or title; several with commas. Another text
 * stays, because Typebot refuses it with words of its own.
 */
export function matchChoice(choices: ChoiceInput | null, answer: string): string {
  if (!choices) return answer
  const choose = lineChooser(choices.titles.map((title, at) => ({ option: String(at + 1), title })))
  const whole = choose(answer)
  if (whole) return whole.title
  return choices.isMultiple ? (matchSeveral(choose, answer) ?? answer) : answer
}

/** Several answers in one text; a text with more parts or letters than the items have chooses nothing. */
function matchSeveral(choose: (part: string) => { title: string } | undefined, answer: string): string | null {
  if (answer.length > maxItems * maxTitle) return null
  const parts = answer.split(/[,;\n]|\s{1,3}(?:e|y|and)\s{1,3}/).filter((part) => part.trim() !== '')
  if (parts.length > maxItems) return null
  const chosen = parts.map((part) => choose(part)?.title)
  return chosen.length > 0 && chosen.every((title) => title !== undefined) ? chosen.join(', ') : null
}
