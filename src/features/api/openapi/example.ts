import { hasFiles, type Schema } from './schema'

/** Values of examples by the name of their field, where the schema accepts their type. */
const samples: Record<string, string | number> = {
  ...{
    id: 7,
    ticketId: 3,
    messageId: 91,
    contactId: 12,
    whatsappId: 1,
    queueId: 2,
    userId: 5,
    flowId: 4,
    companyId: 1,
  },
  ...{ name: 'Maria Souza', number: '5511988887777', email: 'maria@example.com', color: '#0a7f51', title: 'Pedidos' },
  ...{ body: 'Seu pedido saiu para entrega', message: 'Bom dia! Em que posso ajudar?', note: 'Cliente pede nota' },
  ...{ password: 'nove violoncelos azuis', url: 'https://programa.example.com/balcao', timeZone: 'America/Sao_Paulo' },
  ...{ key: 'country', value: 'BR', prefix: 'blc_q7Xw2k', language: 'pt', emoji: '👍', reason: 'Pedido do cliente' },
}
const moment = '2026-11-30T12:00:00.000Z'
/** Texts for patterns and formats of which samples know nothing. */
const usualTexts = [
  ...['Pedidos', '2026-11-30', '09:00', '#0a7f51', moment, '2026-11-30T09:00', '1', '11988887777', 'maria@example.com'],
  ...['BR', 'a', 'Nove9violoncelos', 'https://programa.example.com/balcao', 'a'.repeat(22), 'a'.repeat(87)],
]
/** Levels of objects below which lists stay empty and optional fields are left out. */
const maxDepth = 4

/**
 * Returns an example that the schema accepts: samples by the name of the field, else the smallest value of the type.
 * Optional fields are left out. A file is a text that stands for its bytes.
 */
export function exampleOf(schema: Schema, name = '', depth = 0): unknown {
  const { anyOf, allOf, enum: choices, const: only, type } = schema
  if (only !== undefined) return only
  if (choices) return choices[0]
  if (anyOf) return exampleOf(anyOf.find((one) => one.type !== 'null') ?? (anyOf[0] as Schema), name, depth)
  if (allOf) return Object.assign({}, ...allOf.map((part) => exampleOf(part, name, depth)))
  if (type === 'object') return exampleObject(schema, depth)
  if (type === 'array') return exampleList(schema, name, depth)
  if (type === 'number' || type === 'integer') return exampleNumber(schema, name)
  if (type === 'string') return exampleText(schema, name)
  return type === 'boolean' ? true : null
}

function exampleObject({ properties = {}, required = [], minProperties }: Schema, depth: number) {
  const names = Object.keys(properties)
  const isFile = (name: string) => hasFiles(properties[name] as Schema)
  const least = Number(minProperties ?? 0) > required.length ? names.filter((one) => !isFile(one)).slice(0, 1) : []
  const chosen = names.filter((one) => required.includes(one) || least.includes(one))
  return Object.fromEntries(chosen.map((one) => [one, exampleOf(properties[one] as Schema, one, depth + 1)]))
}

function exampleList({ items, minItems }: Schema, name: string, depth: number): unknown[] {
  const count = Number(minItems ?? 0)
  if (!items || (count === 0 && depth >= maxDepth)) return []
  return Array.from({ length: Math.max(1, count) }, () => exampleOf(items, name.replace(/s$/, ''), depth + 1))
}

function exampleNumber({ minimum, maximum }: Schema, name: string): number {
  const sample = samples[name]
  const value = typeof sample === 'number' ? sample : /(^|[a-z])Ids?$/.test(name) ? 7 : 1
  return Math.min(Math.max(value, Number(minimum ?? value)), Number(maximum ?? value))
}

/** A text of the sample, or one that fits format, pattern and length. */
function exampleText({ format, pattern, minLength = 0, maxLength = 10_000 }: Schema, name: string): string {
  if (format === 'binary') return 'bytes of the file'
  const fits = (text: string) =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (pattern === undefined || new RegExp(String(pattern)).test(text))
  const byName = samples[name]
  const named = typeof byName === 'string' ? [byName] : /At$|Until$|^at$|^since$/.test(name) ? [moment] : []
  const candidates = format === 'email' ? ['maria@example.com'] : [...named, ...usualTexts]
  return candidates.find(fits) ?? 'a'.repeat(Number(minLength))
}
