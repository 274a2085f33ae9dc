import { parseJson } from '../../shared/json'
import { dayPattern } from './schemas'

/** The part of a route's schema that this file reads: TypeBox's, with the keywords of `schemas.ts`. */
interface Schema {
  type?: string
  format?: string
  pattern?: string
  minLength?: number
  maxItems?: number
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  'x-none'?: unknown
  'x-never-blank'?: string[]
  'x-aliases'?: Record<string, string>
}

/** Returns a value in the form of its schema, where its form is one of the accepted ones; others are returned unchanged. */
type Read = (value: unknown) => unknown

const readers = new WeakMap<object, Read>()

/**
 * Reads values of clients that write values in other forms than the schema: numbers and switches as text, blank for
 * absent, lists as JSON text (docs/api.md, "Values in other forms"). Returns the value for the schema, which decides as
 * before; an object is copied before it is changed.
 */
export function readLooseValue(schema: object, value: unknown): unknown {
  const reader = readers.get(schema) ?? readerOf(schema as Schema)
  readers.set(schema, reader)
  return reader(value)
}

function readerOf(schema: Schema): Read {
  const { type, anyOf, enum: choices } = schema
  if (anyOf) return unionReader(schema)
  if (choices) return choiceReader(choices)
  if ('const' in schema) return choiceReader([schema.const])
  if (type === 'number' || type === 'integer') return readNumber
  if (type === 'boolean') return (value) => switchOf(value) ?? value
  if (type === 'string') return textReader(schema)
  if (type === 'array') return listReader(schema)
  return type === 'object' && schema.properties ? objectReader(schema) : (value) => value
}

/** Up to 16 digits: the largest safe integer has as many. */
const decimal = /^\s*-?\d{1,16}(\.\d{1,15})?\s*$/
/**
 * Reads decimal digits. Other numeric texts, such as `1e3`, become NaN, which every schema refuses by its field: Elysia
 * reads some of them and refuses others without a field.
 */
function readNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (decimal.test(value)) return Number(value)
  return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number.NaN
}

const switchWords: Record<string, boolean> = {
  ...{ true: true, 1: true, enabled: true, on: true },
  ...{ false: false, 0: false, disabled: false, desabled: false, off: false },
}

/** Value of a switch; undefined for what is none. `desabled` is a usual spelling of related products. */
function switchOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const word = String(value).trim().toLowerCase()
  return Object.hasOwn(switchWords, word) ? switchWords[word] : undefined
}

function choiceReader(choices: readonly unknown[]): Read {
  const [on, off] = [choiceOf(choices, [true, 1, 'enabled']), choiceOf(choices, [false, 0, 'disabled'])]
  const isSwitch = choices.every((choice) => switchOf(choice) !== undefined)
  const switched = (value: unknown) => {
    const switchValue = isSwitch ? switchOf(value) : undefined
    return switchValue === undefined ? undefined : switchValue ? on : off
  }
  return (value) => {
    if (choices.includes(value) || typeof value === 'object') return value
    const same = choices.find((choice) => choice !== null && String(choice) === String(value).trim())
    return same ?? switched(value) ?? value
  }
}

const choiceOf = (choices: readonly unknown[], wanted: unknown[]) => wanted.find((each) => choices.includes(each))

const dayOfTime = /^\d{4}-\d\d-\d\d(?=[T ]\d\d:\d\d)/

/** A number becomes its digits; of a time where a day is asked for, the day is taken as it is written. */
function textReader({ pattern }: Schema): Read {
  const isDay = pattern === dayPattern
  return (value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    return (isDay && typeof value === 'string' && dayOfTime.exec(value)?.[0]) || value
  }
}

function listReader({ items = {}, maxItems = Number.POSITIVE_INFINITY }: Schema): Read {
  if (items.format === 'binary') return (value) => value
  const read = readerOf(items)
  return (value) => {
    const list = fromJson(value)
    if (!Array.isArray(list) || list.length > maxItems) return list
    const result = list.map(read)
    return result.some((item, at) => item !== list[at]) ? result : list
  }
}

/** Reads a list or object that was sent as JSON text, as forms do. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

function objectReader(schema: Schema): Read {
  const { properties = {}, 'x-aliases': aliases = {} } = schema
  const fields = Object.entries(properties).map(
    ([name, property]) => [name, fieldReader(schema, name, property)] as const,
  )
  const isReference = Object.keys(properties).join() === 'id'
  return (value) => {
    const given = fromJson(value)
    if (isRecord(given)) return readFields(withAliases(given, aliases), fields)
    const id = readNumber(given)
    return isReference && typeof id === 'number' ? { id } : value
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)

function readFields(object: Record<string, unknown>, fields: (readonly [name: string, read: Read])[]) {
  const changed = fields
    .filter(([name]) => Object.hasOwn(object, name))
    .map(([name, read]) => [name, read(object[name])] as const)
    .filter(([name, value]) => value !== object[name])
  return changed.length === 0 ? object : { ...object, ...Object.fromEntries(changed) }
}

/** The object with the fields that came under another name, unless they came under their own, too. */
function withAliases(object: Record<string, unknown>, aliases: Record<string, string>) {
  const missing = Object.entries(aliases).filter(
    ([alias, name]) => Object.hasOwn(object, alias) && !Object.hasOwn(object, name),
  )
  return missing.length === 0
    ? object
    : { ...object, ...Object.fromEntries(missing.map(([alias, name]) => [name, object[alias]])) }
}

/**
 * Reads one field of an object. Blank, which is null or a text without a visible character, is null where that is
 * allowed, else the field counts as absent: `undefined`, so that a request with blank fields only is no empty one. A
 * field that may not be absent, and a text that may be empty, take it as it is.
 */
function fieldReader({ required = [], 'x-never-blank': never = [] }: Schema, name: string, schema: Schema): Read {
  const read = readerOf(schema)
  const [takesNull, takesEmpty] = [accepts(schema, null), accepts(schema, '')]
  const isText = takesEmpty || hasType(schema, 'string')
  const absent = required.includes(name) || never.includes(name) ? {} : { value: undefined }
  const forNull: { value?: unknown } = takesNull ? { value: null } : takesEmpty ? { value: '' } : absent
  const forEmpty: { value?: unknown } = takesEmpty ? { value: '' } : takesNull ? { value: null } : absent
  return (value) => {
    const blank = value === null ? forNull : isBlank(value, isText) ? forEmpty : undefined
    if (!blank) return read(value)
    return 'value' in blank ? blank.value : value
  }
}

/** Spaces are a text of their own, about which its schema decides. */
const isBlank = (value: unknown, isText: boolean) =>
  typeof value === 'string' && (value === '' || (!isText && value.trim() === ''))

/** Formats of Elysia for a value sent as text; not themselves texts. */
const textForms = /^(numeric|integer|boolean|ObjectString|ArrayString)$/

/** Alternatives of a union and of unions within it, without those for a value sent as text. */
const choicesOf = ({ anyOf = [] }: Schema): Schema[] =>
  anyOf
    .filter(({ format = '' }) => !textForms.test(format))
    .flatMap((choice) => (choice.anyOf ? choicesOf(choice) : [choice]))

/** Returns true when the schema takes null, or the empty text. */
function accepts(schema: Schema, blank: null | ''): boolean {
  const { type, anyOf, enum: choices, format, pattern, minLength = 0 } = schema
  if (anyOf) return choicesOf(schema).some((choice) => accepts(choice, blank))
  if (choices) return choices.includes(blank)
  if ('const' in schema) return schema.const === blank
  if (type === undefined) return true
  if (blank === null) return type === 'null'
  return type === 'string' && !format && minLength === 0 && (!pattern || new RegExp(pattern).test(''))
}

const hasType = (schema: Schema, type: string): boolean =>
  schema.anyOf ? choicesOf(schema).some((choice) => hasType(choice, type)) : schema.type === type && !schema.enum

function unionReader(schema: Schema): Read {
  const choices = choicesOf(schema).filter(({ type }) => type !== 'null')
  const read = choices.every((choice) => 'const' in choice)
    ? choiceReader(choices.map((choice) => choice.const))
    : alternativesReader(choices.map((choice) => ({ choice, read: readerOf(choice) })))
  if (!('x-none' in schema)) return read
  return (value) => {
    const result = read(value)
    return result === schema['x-none'] ? null : result
  }
}

/** Reads by the alternative that has the value's type, else by the first one that gives a value of its own type. */
function alternativesReader(alternatives: { choice: Schema; read: Read }[]): Read {
  if (alternatives.length === 1) return (alternatives[0] as { read: Read }).read
  return (value) => {
    const own = alternatives.find(({ choice }) => isOfType(choice, value))
    if (own) return own.read(value)
    for (const { choice, read } of alternatives) {
      const result = read(value)
      if (isOfType(choice, result)) return result
    }
    return value
  }
}

function isOfType({ type, enum: choices, ...schema }: Schema, value: unknown): boolean {
  if (choices) return choices.includes(value)
  if ('const' in schema) return schema.const === value
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === (type === 'integer' ? 'number' : type)
}
