/** New ids of the rows of one table, from 1 in the order in which they are taken; a former id may share another's. */
export class NewIds {
  private readonly ids = new Map<number, number>()
  private last = 0

  /** Number of new ids. */
  get count() {
    return this.last
  }

  /** Takes the next id, for a former one if there is any. */
  take(former: number | null): number {
    this.last++
    if (former !== null) this.ids.set(former, this.last)
    return this.last
  }

  /** Lets a former row be another that was taken: the two are one here. */
  share(former: number, id: number) {
    this.ids.set(former, id)
  }

  /** New id of a former row; null for none, and for a row that was left out. */
  of(former: number | null): number | null {
    return former === null ? null : (this.ids.get(former) ?? null)
  }
}
