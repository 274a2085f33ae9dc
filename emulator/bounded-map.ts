/** Map that deletes its oldest entry above `limit`, so that memory stays bounded in long benchmarks. */
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
