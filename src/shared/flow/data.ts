import { type FaultReason, FlowFault } from './fault'

/**
 * Longest text of a node that a draft keeps, in characters; of a prompt's length. A draft with a text that is too long
 * for WhatsApp is stored, and a lint says so.
 */
const maxText = 16_384

/**
 * Data of a node as an editor stored it. Related products write numbers as texts and leave fields out: both are read. A
 * value of another kind is a fault.
 */
export class Data {
  constructor(
    private readonly values: Record<string, unknown>,
    /** Place of the data in the flow, such as `nodes.2.data`; empty for a whole file. */
    private readonly place: string,
  ) {}

  text(field: string, fallback = ''): string {
    const value = this.values[field] ?? fallback
    if (typeof value === 'number') return `${value}`
    if (typeof value !== 'string' || value.length > maxText) this.refuse(field)
    return value
  }

  number(field: string, fallback: number): number {
    const value = this.values[field] ?? fallback
    const number = typeof value === 'string' ? (value.trim() === '' ? fallback : Number(value)) : value
    if (typeof number !== 'number' || !Number.isFinite(number)) this.refuse(field)
    return number
  }

  /** Id of a row; null when none is chosen. */
  id(field: string): number | null {
    const value = this.values[field] ?? null
    if (value === null || value === '') return null
    const id = this.number(field, 0)
    if (!Number.isSafeInteger(id) || id < 1) this.refuse(field)
    return id
  }

  flag(field: string, fallback = false): boolean {
    const value = this.values[field] ?? fallback
    if (typeof value === 'boolean') return value
    const switched = { true: true, 1: true, false: false, 0: false }[`${value}`]
    return switched ?? (value === '' ? fallback : this.refuse(field))
  }

  choice<C extends string>(field: string, choices: readonly C[], fallback: C): C {
    const value = this.values[field] ?? fallback
    return choices.find((choice) => choice === value) ?? this.refuse(field)
  }

  /** Data inside of this one; empty when it is left out. */
  inner(field: string): Data {
    const value = this.values[field] ?? {}
    return new Data(isRecord(value) ? value : this.refuse(field), this.placeOf(field))
  }

  has(field: string): boolean {
    return this.values[field] !== undefined && this.values[field] !== null
  }

  list(field: string, max: number): Data[] {
    const value = this.values[field] ?? []
    if (!Array.isArray(value) || value.length > max) this.refuse(field)
    return value.map((each: unknown, at) => {
      const name = `${field}.${at}`
      return new Data(isRecord(each) ? each : this.refuse(name), this.placeOf(name))
    })
  }

  texts(field: string, max: number): string[] {
    const value = this.values[field] ?? []
    if (!Array.isArray(value) || value.length > max) this.refuse(field)
    return value.map((each: unknown) => (typeof each === 'string' ? each : this.refuse(field)))
  }

  /** The value as it is stored. */
  raw(field: string): unknown {
    return this.values[field]
  }

  refuse(field: string, reason: FaultReason = 'data'): never {
    throw new FlowFault({ reason, place: this.placeOf(field) })
  }

  private placeOf(field: string) {
    return this.place === '' ? field : `${this.place}.${field}`
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
