import { firstNameOf, removeFirstName } from '../first-name'

/** Recipient as a campaign's text addresses them. */
export interface Addressee {
  name: string
  email: string
  number: string
}

/** Variable that a company defines for its campaigns (specification, part 2 §3). */
export interface CampaignVariable {
  key: string
  value: string
}

/** Variables of every campaign: the specification's, and the first name, which greetings need. */
export const personVariables = ['nome', 'primeiroNome', 'email', 'numero'] as const
export type PersonVariable = (typeof personVariables)[number]

/** Spellings of the product's other texts. */
const aliases: Record<string, PersonVariable> = { name: 'nome', firstName: 'primeiroNome', number: 'numero' }

/** Both forms in one pass, the double one first: `{{nome}}` contains `{nome}`. */
const mark = /\{\{\s{0,9}([^{}\s]{1,50})\s{0,9}\}\}|\{([^{}\s]{1,50})\}/g

/** True for keys that a text can use: no braces, no spaces, at most 50 characters as in `mark`, none of a recipient's. */
export const isUsableKey = (key: string) => /^[^{}\s]{1,50}$/.test(key) && personVariableOf(key) === undefined

/**
 * Text with `{key}` and `{{key}}` filled in; unknown names stay unchanged. Values are not searched for variables. Pure: the
 * server fills and the interface previews by this function (server-behaviour §4.4).
 */
export function fillCampaignText(text: string, person: Addressee, variables: readonly CampaignVariable[]): string {
  const values = new Map([...variables.map(({ key, value }) => [key, value] as const), ...personValues(person)])
  const addressed = values.get('primeiroNome') === '' ? removeFirstName(text) : text
  return addressed.replace(mark, (whole, double?: string, single?: string) => {
    const name = double ?? (single as string)
    return values.get(personVariableOf(name) ?? name) ?? whole
  })
}

/** Names of the variables in a text that nothing fills, each once, in the order of the text. */
export function unknownVariables(text: string, variables: readonly CampaignVariable[]): string[] {
  const keys = new Set(variables.map(({ key }) => key))
  const names = Array.from(text.matchAll(mark), ([, double, single]) => double ?? (single as string))
  return [...new Set(names.filter((name) => personVariableOf(name) === undefined && !keys.has(name)))]
}

const personVariableOf = (name: string): PersonVariable | undefined =>
  Object.hasOwn(aliases, name) ? aliases[name] : personVariables.find((variable) => variable === name)

function personValues({ name, email, number }: Addressee): [PersonVariable, string][] {
  const whole = name.trim()
  return [
    ['nome', whole],
    ['primeiroNome', firstNameOf(whole)],
    ['email', email],
    ['numero', number],
  ]
}
