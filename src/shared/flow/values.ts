import type { Ad } from '../ads'
import { settingRules } from '../settings'
import { foldText } from '../text'
import { type VariableContext, valuesOf } from '../variables'
import { adValues } from './ad-values'
import { clockValues } from './hours'
import type { Values } from './render'

/** Contact, ticket and time of which a flow knows the values. */
interface ValueSource extends VariableContext {
  number: string | null
  email: string | null
  /** First ad of the ticket. */
  ad?: Ad | null
}

/** Values that every run has beside its answers: those of company texts, of the contact and of the ticket's first ad. */
export function runValues({ number, email, ad = null, ...context }: ValueSource): Values {
  const values = valuesOf(context)
  const aliases = { hour: values.hora, ms: values.greeting }
  return {
    ...values,
    ...aliases,
    number: number ?? '',
    email: email ?? '',
    ...adValues(ad),
    ...clockValues(context.now, context.timeZone),
  }
}

/** The words of a setting that separates them by commas, folded. */
const readWords = (text: string): string[] =>
  text
    .split(',')
    .map((word) => foldText(word.trim()))
    .filter((word) => word !== '')

/** Words of a customer that end a flow, folded, of the setting `flowStopWords`; its usual ones when it was never set. */
export const readStopWords = (setting: string = settingRules.flowStopWords.default) => readWords(setting)
