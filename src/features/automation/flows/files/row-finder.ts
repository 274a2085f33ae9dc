import type { Scope } from '../../../../core/scope'
import { foldText } from '../../../../shared/text'
import type { ImportNote, NamedRows } from './parsed'

interface Row {
  id: number
  name: string
}

/**
 * Finds the company's rows that an imported flow names. A row counts by its name; of several rows of one name
 * the one with the id of the file. Rows that are not found become notes.
 */
export class RowFinder {
  readonly notes: ImportNote[] = []

  private constructor(
    private readonly names: NamedRows,
    private readonly rows: Record<keyof NamedRows, Row[]>,
  ) {}

  static async of({ db }: Scope, names: NamedRows): Promise<RowFinder> {
    const rowsOf = (table: 'queues' | 'tags' | 'prompts' | 'queue_integrations') =>
      db.select(table).select(['id', 'name']).orderBy('id').execute()
    return new RowFinder(names, {
      ...{ queues: await rowsOf('queues'), tags: await rowsOf('tags') },
      ...{ prompts: await rowsOf('prompts'), integrations: await rowsOf('queue_integrations') },
    })
  }

  /** `shown` is the name that the node itself has; the file's list of names comes first. */
  queue(id: string, shown: string): number | null {
    return this.find('queues', 'queueNotFound', id, shown)
  }

  tag(id: string): number | null {
    return this.find('tags', 'tagNotFound', id)
  }

  prompt(id: string): number | null {
    return this.find('prompts', 'programNotFound', id)
  }

  integration(id: string): number | null {
    return this.find('integrations', 'programNotFound', id)
  }

  private find(kind: keyof NamedRows, code: ImportNote['code'], id: string, shown = ''): number | null {
    if (id === '') return null
    const name = this.names[kind][id] ?? shown
    const foldedName = foldText(name)
    const sameName = this.rows[kind].filter((row) => foldedName !== '' && foldText(row.name) === foldedName)
    const row = sameName.find((each) => each.id === Number(id)) ?? sameName[0]
    if (row) return row.id
    const note = { code, place: '', detail: name || `#${id}` }
    if (!this.notes.some(({ detail }) => detail === note.detail)) this.notes.push(note)
    return null
  }
}
