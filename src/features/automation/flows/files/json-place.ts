/**
 * Line and column, such as `3:14`, at which a text stops being JSON. For texts that `JSON.parse` refused: its message
 * names no position. The nesting of the text is bounded before (core/http/body.ts).
 */
export function jsonErrorPlace(text: string): string {
  const scan = new JsonScan(text)
  scan.document()
  const before = text.slice(0, scan.at)
  const lines = before.split('\n')
  return `${lines.length}:${(lines.at(-1) as string).length + 1}`
}

const blank = /[ \t\n\r]*/y
const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Each method moves `at` behind what it reads and returns true, or leaves it at the error and returns false. */
class JsonScan {
  at = 0

  constructor(private readonly text: string) {}

  document = () => this.value() && this.skip() === this.text.length

  private value(): boolean {
    this.skip()
    const sign = this.text[this.at]
    if (sign === '"') return this.string()
    if (sign === '[') return this.list(']', () => this.value())
    if (sign === '{') return this.list('}', () => this.string() && this.take(':') && this.value())
    return this.match(word)
  }

  private list(end: string, member: () => boolean): boolean {
    this.at++
    if (this.take(end)) return true
    for (;;) {
      this.skip()
      if (!member()) return false
      if (this.take(end)) return true
      if (!this.take(',')) return false
    }
  }

  private string(): boolean {
    if (this.text[this.at] !== '"') return false
    for (this.at++; this.at < this.text.length; this.at++) {
      const sign = this.text[this.at] as string
      if (sign === '"') {
        this.at++
        return true
      }
      if (sign < ' ') return false
      if (sign !== '\\') continue
      if (!this.match(escaped)) return false
      this.at--
    }
    return false
  }

  private take(sign: string): boolean {
    this.skip()
    const isThere = this.text[this.at] === sign
    if (isThere) this.at++
    return isThere
  }

  private skip(): number {
    this.match(blank)
    return this.at
  }

  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    if (!pattern.test(this.text)) return false
    this.at = pattern.lastIndex
    return true
  }
}
