import { expect, test } from 'bun:test'
import * as en from '../../ui/i18n/en/all'
import * as es from '../../ui/i18n/es/all'
import * as pt from '../../ui/i18n/pt/all'

/** Checks the verbs of docs/wording.md in all texts of the interface. */

type Tree = { [key: string]: unknown }
const flatten = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value as Tree, `${prefix}${key}.`),
  )
const texts = { pt: new Map(flatten(pt)), en: new Map(flatten(en)), es: new Map(flatten(es)) }
type Language = keyof typeof texts
const languages = Object.keys(texts) as Language[]

/** Beginning of a button, title or menu item by action. */
const verbs = {
  new: { pt: /^Nov[oa] /, en: /^New /, es: /^Nuev[oa] / },
  add: { pt: /^Adicionar\b/, en: /^Add\b/, es: /^Agregar\b/ },
  create: { pt: /^Criar\b/, en: /^Create\b/, es: /^Crear\b/ },
  save: { pt: /^Salvar\b/, en: /^Save\b/, es: /^Guardar\b/ },
  edit: { pt: /^Editar\b/, en: /^Edit\b/, es: /^Editar\b/ },
  delete: { pt: /^Excluir\b/, en: /^Delete\b/, es: /^¿?Eliminar\b/ },
  remove: { pt: /^Remover\b/, en: /^Remove\b/, es: /^¿?Quitar\b/ },
}
type Action = keyof typeof verbs

/** Other verbs for these actions. */
const unusual = {
  pt: /^(Incluir|Cadastrar|Acrescentar|Deletar|Eliminar|Retirar|Tirar (?!uma foto))/,
  en: /^(Take away|Erase (?!everything|for good)|Make|Modify) /,
  es: /^¿?(Añadir|Incluir|Suprimir|Sacar|Modificar) /,
}

const actionOf = (key: string, language: Language): Action | null => {
  const text = texts[language].get(key) ?? ''
  return (Object.keys(verbs) as Action[]).find((action) => verbs[action][language].test(text)) ?? null
}
/** A sentence, such as "Create one in Integrations.", is no label: in English both begin alike. */
const labels = [...texts.pt].filter(([, text]) => !/[.!]$/.test(text)).map(([key]) => key)

/** Keys whose texts begin differently in the languages, and why. */
const exceptions: Record<string, string> = {
  'tickets.deleteForAll': 'the words of WhatsApp',
  'tickets.deleteTitle': 'the words of WhatsApp',
  'macros.action.tag': 'one verb in Portuguese and Spanish',
  'forgotten.confirmation': 'the second field of a new password',
  'twoStep.codesTitle': 'codes, in the plural',
  'health.quota': 'a number of conversations',
  'health.quotaChart': 'a number of conversations',
  'audit.importName': 'adjectives follow the noun in Spanish',
}

test('a label begins with the verb of the same action in every language', () => {
  const different = labels
    .filter((key) => !(key in exceptions))
    .map((key) => [key, ...languages.map((language) => actionOf(key, language))])
    .filter(([, ...actions]) => new Set(actions).size > 1)
  expect(different).toEqual([])
})

test.each(languages)('no label in %s has another verb for adding, deleting or editing', (language) => {
  expect(labels.filter((key) => unusual[language].test(texts[language].get(key) ?? ''))).toEqual([])
})

/** Buttons that open a form and neither make a record nor add a part. */
const otherActions = /^(schedules|invitations|passkeys)\./

test('a button that opens a form begins with New or Add, and the title of the form with the same verb', () => {
  const buttons = labels.filter(
    (key) => /^\w+\.(add|new)$/.test(key) && !otherActions.test(key) && key !== 'flowVersions.new',
  )
  const actions = buttons.map((key) => [key, actionOf(key, 'en'), actionOf(titleOf(key), 'en')])
  const wrong = actions.filter(([, action, title]) => !['new', 'add'].includes(action as string) || action !== title)
  expect(buttons.length).toBeGreaterThan(15)
  expect(wrong).toEqual([])
})

/** Texts about talking to a customer in general, or about the messages of one ticket. */
const aboutTalking = ['optOuts.addText', 'prompts.maxMessagesHint']

test('an English text calls an atendimento a ticket, not a conversation', () => {
  const other = [...texts.pt]
    .filter(([key, text]) => /atendimento/i.test(text) && !/convers/i.test(text) && !aboutTalking.includes(key))
    .filter(([key]) => /conversation/i.test(texts.en.get(key) ?? ''))
  expect(other.map(([key]) => key)).toEqual([])
})

const titleOf = (button: string) => (texts.en.has(`${button}Title`) ? `${button}Title` : button)
