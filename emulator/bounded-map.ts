/** A map that forgets its oldest entries, so that a long benchmark does not grow without end. */
export class BoundedMap<V> extends Map<string, V> {
  constructor(private readonly limit: number) {
    super()
  }

  override set(key: string, value: V): this {
    super.set(key, value)
    if (this.limit && this.size > this.limit) this.delete(this.keys().next().value!)
    return this
  }
}
