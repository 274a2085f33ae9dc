import { cutText } from '../shared/text'
import { clean } from './field-values'

/** Limits of the lines of one message: their number, and characters of all together. */
const maxLines = 400
const maxText = 32_768
/** Stands in place of what is beyond the limits. */
const more = '…'

/** Lines of text of a message with several parts, such as title, options and footer; blank ones are left out. */
export class TextLines {
  private readonly lines: string[] = []
  private room = maxText
  private isCut = false

  /** True when nothing more is added. */
  get isFull(): boolean {
    return this.isCut
  }

  add(value: unknown, mark = ''): this {
    if (this.isCut || typeof value !== 'string') return this
    const text = clean(value, this.room + 1).trim()
    if (text === '') return this
    if (this.lines.length >= maxLines || text.length > this.room) return this.cut(text, mark)
    this.room -= text.length + mark.length + 1
    this.lines.push(mark + text)
    return this
  }

  /** Adds an option, a row or a button without a link. */
  option(value: unknown): this {
    return this.add(value, '• ')
  }

  /** Adds `label: target`, or what exists of it. */
  link(label: unknown, ...targets: unknown[]): this {
    const parts = [label, ...targets].map((part) => clean(part, maxPart).trim()).filter(Boolean)
    if (targets.every((target) => clean(target, maxPart).trim() === '')) return this.option(label)
    return this.add([...new Set(parts)].join(': '))
  }

  /** Calls `add` for the items until the limits are reached. */
  each<T>(items: Iterable<T> | null | undefined, add: (item: T) => unknown): this {
    for (const item of items ?? []) {
      if (this.isCut) break
      add(item)
    }
    return this
  }

  toString(): string {
    return this.lines.join('\n')
  }

  private cut(text: string, mark: string): this {
    this.isCut = true
    if (this.lines.length < maxLines && this.room > 0) this.lines.push(`${mark}${cutText(text, this.room)}${more}`)
    else this.lines.push(more)
    return this
  }
}

/** Maximum characters of a label and of a link. */
const maxPart = 4096
