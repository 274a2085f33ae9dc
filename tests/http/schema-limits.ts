import type { Schema } from '../../src/features/api/openapi/schema'
import { usualHours } from '../../src/shared/hours'

/** A limit of one field, and bodies that are otherwise valid: with a value at the limit, and with one beyond. */
export interface Edge {
  /** Path of the field as refusals name it: `options.0.name`. */
  path: string
  within: unknown[]
  beyond: unknown[]
}

/** Returns every limit in the schema of an object. `base` is a valid body. */
export const edges = (schema: Schema, base: object): Edge[] => edgesOfProperties(schema, base)

const edgesOfProperties = ({ properties = {} }: Schema, base: object): Edge[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    edgesOf(schema, name).map((edge) => embedEdge(edge, name, (value) => ({ ...base, [name]: value }))),
  )

/** Puts the values of an edge into the body or field around them. */
const embedEdge = (edge: Edge, name: string, embed: (value: unknown) => unknown): Edge => ({
  path: edge.path ? `${name}.${edge.path}` : name,
  within: edge.within.map(embed),
  beyond: edge.beyond.map(embed),
})

/** Limits of a field. */
function edgesOf(schema: Schema, name: string, valid = createSample(schema, name)): Edge[] {
  const { type, anyOf, items } = schema
  if (anyOf) return anyOf.flatMap((choice) => edgesOf(choice, name))
  if (schema.format === 'binary' || items?.format === 'binary') return []
  if (type === 'object') return edgesOfProperties(schema, valid as object)
  if (type === 'array') return [...edgesOfCount(schema, name), ...edgesOfItems(schema, name, valid as unknown[])]
  if (type === 'string') return edgesOfLength(schema, name)
  return type === 'number' || type === 'integer' ? edgesOfNumber(schema) : []
}

interface Bounds {
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Edge of a range, with values made from numbers, lengths or counts. */
function edgeOfRange(
  minimum: number | undefined,
  maximum: number | undefined,
  make: (size: number) => unknown,
): Edge[] {
  const [low, high] = [minimum === undefined ? [] : [minimum], maximum === undefined ? [] : [maximum]]
  const beyond = [...low.map((size) => size - 1), ...high.map((size) => size + 1)]
  return low.length + high.length === 0
    ? []
    : [{ path: '', within: [...low, ...high].map(make), beyond: beyond.map(make) }]
}

const edgesOfNumber = ({ minimum, maximum }: Schema & Bounds) => edgeOfRange(minimum, maximum, (size) => size)
/** A minimum of 0 has no value below it and is ignored. */
const edgesOfLength = ({ minLength, maxLength, format }: Schema & Bounds, name: string) =>
  edgeOfRange(minLength || undefined, maxLength, (length) => createText(length, name, format))
const edgesOfCount = ({ minItems, maxItems, items = {} }: Schema & Bounds, name: string) =>
  edgeOfRange(minItems || undefined, maxItems, (count) => createList(count, name, items))

const edgesOfItems = ({ items = {} }: Schema, name: string, [first, ...others]: unknown[]) =>
  edgesOf(items, name, first).map((edge) => embedEdge(edge, '0', (value) => [value, ...others]))

/** Value that satisfies the schema. */
function createSample(schema: Schema & Bounds & { const?: unknown }, name: string): unknown {
  const { type, anyOf, properties = {}, required = [], items = {}, enum: values } = schema
  if (schema.const !== undefined) return schema.const
  if (values) return values[0]
  if (anyOf) return createSample(anyOf[0] as Schema, name)
  if (type === 'array') return createList(name === 'schedules' ? 7 : 1, name, items)
  if (type === 'object')
    return Object.fromEntries(required.map((key) => [key, createSample(properties[key] as Schema, key)]))
  if (type === 'string') return createText(Math.max(schema.minLength ?? 1, 1), name, schema.format)
  return type === 'boolean' ? false : (schema.minimum ?? 1)
}

const intervals = { startTime: '08:00', endTime: '12:00', startTimeB: '13:00', endTimeB: '18:00' }
const days = usualHours.schedules.map((day) => ({ ...day, ...intervals }))
const dayAt = (at: number) => new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10)

function createList(count: number, name: string, items: Schema): unknown[] {
  const indexes = Array.from({ length: count }, (_, at) => at)
  if (name === 'schedules') return indexes.map((at) => days[at % 7])
  if (name === 'holidays') return indexes.map((at) => ({ date: dayAt(at), name: '', yearly: false, ...intervals }))
  return indexes.map(() => createSample(items, name))
}

/** Texts with a required format, by field: a valid beginning, and a character that may follow any number of times. */
const formats: Record<string, [beginning: string, filler: string]> = {
  number: ['4412345678', '-'],
  phone: ['1199998888', '-'],
  endpoint: ['https://x.test/', 'x'],
  password: ['nA9', 'x'],
  ...Object.fromEntries(Object.entries(intervals).map(([name, time]) => [name, [time, '0']])),
  date: ['2030-01-01', '0'],
  sendAt: ['2098-05-01T09:00:00.000000[u-ca=iso8601]', '0'],
  ...Object.fromEntries(['queueIds', 'tags', 'users', 'whatsappIds'].map((name) => [name, ['[1]', ' ']])),
  video: ['https://youtu.be/dQw4w9WgXcQ?', 'x'],
}

function createText(length: number, name: string, format: string | undefined): string {
  if (format === 'email') return `${repeat(length - 8)}@acme.io`
  if (format === 'date-time') return `2026-01-01T00:00:00.${repeat(length - 21, '0')}Z`
  const [beginning, filler] = formats[name] ?? ['', 'x']
  return beginning.slice(0, length) + repeat(length - beginning.length, filler)
}

const repeat = (length: number, character = 'x') => character.repeat(Math.max(0, length))
