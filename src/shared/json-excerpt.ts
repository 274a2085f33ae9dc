/**
 * Function that returns the start of a value's JSON, at most `max` characters. The work depends on `max`, not on the size
 * of the value, beside one list of names per object: those of a value are listed once, however often it is written.
 */
export function jsonExcerpts(max: number): (value: unknown) => string {
  const namesOf = new Map<object, string[]>()
  return (value) => {
    const excerpt = new Excerpt(max, namesOf)
    excerpt.add(value)
    return excerpt.text.slice(0, max)
  }
}

/** Writes values that come from JSON as `JSON.stringify` does, and stops when the text is long enough. */
class Excerpt {
  text = ''

  constructor(
    private readonly max: number,
    private readonly namesOf: Map<object, string[]>,
  ) {}

  add(value: unknown) {
    if (Array.isArray(value)) this.addList(value)
    else if (typeof value === 'object' && value !== null) this.addObject(value as Record<string, unknown>)
    else this.text += JSON.stringify(typeof value === 'string' ? value.slice(0, this.max) : value)
  }

  private addList(values: unknown[]) {
    this.text += '['
    for (const [at, value] of values.entries()) {
      if (this.isFull) return
      if (at > 0) this.text += ','
      this.add(value)
    }
    this.text += ']'
  }

  private addObject(object: Record<string, unknown>) {
    const names = this.namesOf.get(object) ?? Object.keys(object)
    this.namesOf.set(object, names)
    this.text += '{'
    for (const [at, name] of names.entries()) {
      if (this.isFull) return
      this.text += `${at > 0 ? ',' : ''}${JSON.stringify(name.slice(0, this.max))}:`
      this.add(object[name])
    }
    this.text += '}'
  }

  private get isFull() {
    return this.text.length >= this.max
  }
}
