import { firstNameOf, removeEmptyNames, wholeNameOf } from '../first-name'
import { foldText } from '../text'

/** Recipient as a campaign's text addresses them. */
export interface Addressee {
  name: string
  email: string
  number: string
  /** Values of the columns of an imported list, by their headings. */
  variables?: Record<string, string>
}

/** Variable that a company defines for its campaigns. */
export interface CampaignVariable {
  key: string
  value: string
}

/** Variables of every campaign, about the addressed person. */
export const personVariables = ['nome', 'primeiroNome', 'email', 'numero'] as const
type PersonVariable = (typeof personVariables)[number]

/** Spellings of the product's other texts. */
const aliases: Record<string, PersonVariable> = { name: 'nome', firstName: 'primeiroNome', number: 'numero' }

/** Both forms in one pass, the double one first: `{{nome}}` contains `{nome}`. */
const mark = /\{\{\s{0,9}([^{}\s]{1,50})\s{0,9}\}\}|\{([^{}\s]{1,50})\}/g

/** True for keys that a text can use: no braces, no spaces, at most 50 characters as in `mark`, none of a recipient's. */
export const isUsableKey = (key: string) => /^[^{}\s]{1,50}$/.test(key) && personVariableOf(key) === undefined

/**
 * Text with `{key}` and `{{key}}` filled in; unknown names stay unchanged. A value of the recipient's list counts before
 * the company's variable of that name. Values are not searched for variables. Pure: the server fills and the interface
 * previews by this function.
 */
export function fillCampaignText(text: string, person: Addressee, variables: readonly CampaignVariable[]): string {
  const values = new Map([...variables.map(({ key, value }) => [key, value] as const), ...personValues(person)])
  const ofList = new Map(
    Object.entries(person.variables ?? {}).map(([heading, value]) => [variableKey(heading), value]),
  )
  const addressed = removeEmptyNames(text, values.get('primeiroNome'), values.get('nome'))
  return addressed.replace(mark, (whole, double?: string, single?: string) => {
    const name = double ?? (single as string)
    const known = personVariableOf(name)
    if (known) return values.get(known) ?? whole
    const listed = ofList.get(variableKey(name))
    return listed || (values.get(name) ?? listed ?? whole)
  })
}

/** Name by which a text uses a column of a list: `{{data_de_vencimento}}` for "Data de vencimento". */
export const variableKey = (heading: string): string =>
  foldText(heading)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, 50)

/** Names of the variables in a text that nothing fills, each once, in the order of the text; `ofList` as in Addressee. */
export function unknownVariables(
  text: string,
  variables: readonly CampaignVariable[],
  ofList: Addressee['variables'] = {},
): string[] {
  const keys = new Set(variables.map(({ key }) => key))
  const listed = new Set(Object.keys(ofList).map(variableKey))
  const names = Array.from(text.matchAll(mark), ([, double, single]) => double ?? (single as string))
  const isUnknown = (name: string) =>
    personVariableOf(name) === undefined && !keys.has(name) && !listed.has(variableKey(name))
  return [...new Set(names.filter(isUnknown))]
}

const personVariableOf = (name: string): PersonVariable | undefined =>
  Object.hasOwn(aliases, name) ? aliases[name] : personVariables.find((variable) => variable === name)

function personValues({ name, email, number }: Addressee): [PersonVariable, string][] {
  return [
    ['nome', wholeNameOf(name)],
    ['primeiroNome', firstNameOf(name)],
    ['email', email],
    ['numero', number],
  ]
}
