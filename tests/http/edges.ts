import type { Schema } from '../../src/features/openapi/schema'
import { usualHours } from '../../src/shared/hours'

/** A limit in a body, and whole bodies that are otherwise good: just within it, and one beyond. */
export interface Edge {
  /** Of the field, as refusals name it: `options.0.name`. */
  path: string
  within: unknown[]
  beyond: unknown[]
}

/** Every limit in a schema of an object; `base` is a good body, which lacks at most what may be lacking. */
export const edges = (schema: Schema, base: object): Edge[] => ofProperties(schema, base)

const ofProperties = ({ properties = {} }: Schema, base: object): Edge[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    edgesOf(schema, name).map((edge) => within(edge, name, (value) => ({ ...base, [name]: value }))),
  )

/** An edge of a part, seen from what surrounds it. */
const within = (edge: Edge, name: string, put: (value: unknown) => unknown): Edge => ({
  path: edge.path ? `${name}.${edge.path}` : name,
  within: edge.within.map(put),
  beyond: edge.beyond.map(put),
})

/** The limits of a part; `good` is a value of it in which nothing is wrong. */
function edgesOf(schema: Schema, name: string, good = sample(schema, name)): Edge[] {
  const { type, anyOf, items } = schema
  if (anyOf) return anyOf.flatMap((choice) => edgesOf(choice, name))
  if (schema.format === 'binary' || items?.format === 'binary') return []
  if (type === 'object') return ofProperties(schema, good as object)
  if (type === 'array') return [...ofCount(schema, name), ...ofItems(schema, name, good as unknown[])]
  if (type === 'string') return ofLength(schema, name)
  return type === 'number' || type === 'integer' ? ofSize(schema) : []
}

interface Bounds {
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

function edge(least: number | undefined, most: number | undefined, make: (size: number) => unknown): Edge[] {
  const [low, high] = [least === undefined ? [] : [least], most === undefined ? [] : [most]]
  const beyond = [...low.map((size) => size - 1), ...high.map((size) => size + 1)]
  return low.length + high.length === 0
    ? []
    : [{ path: '', within: [...low, ...high].map(make), beyond: beyond.map(make) }]
}

const ofSize = ({ minimum, maximum }: Schema & Bounds) => edge(minimum, maximum, (size) => size)
/** A text cannot be shorter than none. */
const ofLength = ({ minLength, maxLength, format }: Schema & Bounds, name: string) =>
  edge(minLength || undefined, maxLength, (length) => text(length, name, format))
const ofCount = ({ minItems, maxItems, items = {} }: Schema & Bounds, name: string) =>
  edge(minItems || undefined, maxItems, (count) => list(count, name, items))

const ofItems = ({ items = {} }: Schema, name: string, [first, ...others]: unknown[]) =>
  edgesOf(items, name, first).map((edge) => within(edge, '0', (value) => [value, ...others]))

/** Something good. */
function sample(schema: Schema & Bounds, name: string): unknown {
  const { type, anyOf, properties = {}, required = [], items = {}, enum: values } = schema
  if (values) return values[0]
  if (anyOf) return sample(anyOf[0] as Schema, name)
  if (type === 'array') return list(name === 'schedules' ? 7 : 1, name, items)
  if (type === 'object') return Object.fromEntries(required.map((key) => [key, sample(properties[key] as Schema, key)]))
  if (type === 'string') return text(Math.max(schema.minLength ?? 1, 1), name, schema.format)
  return type === 'boolean' ? false : (schema.minimum ?? 1)
}

const windows = { startTime: '08:00', endTime: '12:00', startTimeB: '13:00', endTimeB: '18:00' }
const days = usualHours.schedules.map((day) => ({ ...day, ...windows }))
const dayAt = (at: number) => new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10)

function list(count: number, name: string, items: Schema): unknown[] {
  const places = Array.from({ length: count }, (_, at) => at)
  if (name === 'schedules') return places.map((at) => days[at % 7])
  if (name === 'holidays') return places.map((at) => ({ date: dayAt(at), name: '', yearly: false, ...windows }))
  return places.map(() => sample(items, name))
}

/** Texts that must be something, in any length: what they begin with, and what may follow without end. */
const begun: Record<string, [begin: string, more: string]> = {
  number: ['4412345678', '-'],
  phone: ['1199998888', '-'],
  endpoint: ['https://x.test/', 'x'],
  password: ['nA9', 'x'],
  ...Object.fromEntries(Object.entries(windows).map(([name, time]) => [name, [time, '0']])),
  date: ['2030-01-01', '0'],
  sendAt: ['2098-05-01T09:00:00.000000[u-ca=iso8601]', '0'],
  ...Object.fromEntries(['queueIds', 'tags', 'users'].map((name) => [name, ['[1]', ' ']])),
  video: ['https://youtu.be/dQw4w9WgXcQ?', 'x'],
}

function text(length: number, name: string, format: string | undefined): string {
  if (format === 'email') return `${more(length - 8)}@acme.io`
  if (format === 'date-time') return `2026-01-01T00:00:00.${more(length - 21, '0')}Z`
  const [begin, rest] = begun[name] ?? ['', 'x']
  return begin.slice(0, length) + more(length - begin.length, rest)
}

const more = (length: number, character = 'x') => character.repeat(Math.max(0, length))
