import { parseJson } from '../shared/json'
import type { TextLines } from './text-lines'

/** Maximum characters of the parameters of one button; longer ones are not read. */
const maxJson = 65_536
/** Maximum number of values that are read of one button. */
const maxValues = 500

type Json = Record<string, unknown>

/** Names of values that programs use, such as ids and tokens; people see none of them. */
const technical =
  /(?:^|_)(?:id|ids|token|type|key_type|version|webview_presentation|webview_interaction|mode|action|status|screen|offset|value|configuration|surface|variant)$|^(?:wa_flow_response_params|flow_message_version|landing_page_url|original_url)$/
/** Names that WhatsApp gives to values of a form's answers; the author of the form gives all others. */
const technicalInForms =
  /^(?:flow_token|flow_id|flow_name|flow_cta|flow_message_version|wa_flow_response_params|landing_page_url|original_url)$/
/** Names of the links and codes that belong to a label. */
const targets = ['url', 'merchant_url', 'phone_number', 'copy_code', 'code', 'key']
const labels = ['display_text', 'title', 'flow_cta', 'button_text', 'merchant_name', 'label']

/**
 * Adds what a person sees of the parameters of a button, as `label: link` and one line for any other text.
 * @param answers set for answers, each with the name of its field: of a form, where all values are a person's, numbers and
 * switches too; or of a button
 */
export function addParameters(lines: TextLines, json: string | null | undefined, answers?: 'form' | 'button') {
  if (!json || json.length > maxJson) return
  try {
    const reading = { lines, left: maxValues, answers }
    addValue(reading, '', parseJson(json))
  } catch {
    // Not JSON: WhatsApp shows nothing of it either.
  }
}

interface Reading {
  lines: TextLines
  left: number
  answers: 'form' | 'button' | undefined
}

function addValue(reading: Reading, name: string, value: unknown) {
  if (reading.left-- <= 0 || reading.lines.isFull) return
  if (typeof value === 'string') addText(reading, name, value)
  else if (Array.isArray(value)) for (const each of value.slice(0, maxValues)) addValue(reading, name, each)
  else if (typeof value === 'object' && value !== null) addObject(reading, value as Json)
  else if (reading.answers === 'form' && typeof value !== 'object') addText(reading, name, String(value))
}

function addText({ lines, answers }: Reading, name: string, text: string) {
  if (!(answers === 'form' ? technicalInForms : technical).test(name))
    lines.add(answers && name ? `${name}: ${text}` : text)
}

function addObject(reading: Reading, object: Json) {
  if (reading.answers) return addValues(reading, object)
  const price = priceOf(object)
  if (price) reading.lines.add(price)
  const isText = (name: string) => typeof object[name] === 'string'
  const label = labels.find(isText)
  const links = targets.filter(isText)
  if (label) reading.lines.link(object[label], ...links.map((name) => object[name]))
  const isAdded = (name: string) => name === label || name === 'currency' || (label && links.includes(name))
  addValues(reading, Object.fromEntries(Object.entries(object).filter(([name]) => !isAdded(name))))
}

function addValues(reading: Reading, object: Json) {
  for (const [name, value] of Object.entries(object).slice(0, maxValues)) addValue(reading, name, value)
}

/** The amount of an order or payment: `{ currency, total_amount: { value, offset } }`. */
function priceOf({ currency, total_amount: total }: Json): string | null {
  if (typeof currency !== 'string') return null
  const { value, offset } = (total ?? {}) as { value?: unknown; offset?: unknown }
  if (typeof value !== 'number') return currency
  return `${currency} ${amount(value, typeof offset === 'number' && offset > 0 ? offset : 1)}`
}

/** A sum of money in units of 1/`scale`, with two decimals. */
export const amount = (value: number, scale: number) => (value / scale).toFixed(2)
