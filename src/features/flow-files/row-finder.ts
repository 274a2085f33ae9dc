import type { Scope } from '../../core/scope'
import { foldText } from '../../shared/text'
import type { ImportNote, RowNames } from './parsed'

interface Row {
  id: number
  name: string
}

/**
 * Finds the company's queues and tags that an imported flow names. A row counts by its name; of several rows of one name
 * the one with the id of the file. Rows that are not found become notes.
 */
export class RowFinder {
  readonly notes: ImportNote[] = []

  private constructor(
    private readonly names: { queues: RowNames; tags: RowNames },
    private readonly queues: Row[],
    private readonly tags: Row[],
  ) {}

  static async of({ db }: Scope, names: { queues: RowNames; tags: RowNames }): Promise<RowFinder> {
    const queues = await db.select('queues').select(['id', 'name']).orderBy('id').execute()
    const tags = await db.select('tags').select(['id', 'name']).orderBy('id').execute()
    return new RowFinder(names, queues, tags)
  }

  /** `shown` is the name that the node itself has; the file's list of names comes first. */
  queue(id: string, shown: string): number | null {
    return this.find(this.queues, 'queueNotFound', id, this.names.queues[id] ?? shown)
  }

  tag(id: string): number | null {
    return this.find(this.tags, 'tagNotFound', id, this.names.tags[id] ?? '')
  }

  private find(rows: Row[], code: ImportNote['code'], id: string, name: string): number | null {
    if (id === '') return null
    const wanted = foldText(name)
    const sameName = rows.filter((row) => wanted !== '' && foldText(row.name) === wanted)
    const row = sameName.find((each) => each.id === Number(id)) ?? sameName[0]
    if (row) return row.id
    const note = { code, place: '', detail: name || `#${id}` }
    if (!this.notes.some(({ detail }) => detail === note.detail)) this.notes.push(note)
    return null
  }
}
