import { InvalidArchive } from '../../../../core/backup/archive'
import type { ImportedRow } from '../../../../core/storage/row-import'

interface Line {
  row: ImportedRow
  at: string
}

/** Rows of one table that name another row of it as `parentId`; the parent may follow its children in the file. */
export class RowTree {
  private readonly children = new Map<unknown, Line[]>()
  private count = 0

  add(row: ImportedRow, at: string) {
    const parent = row.parentId ?? null
    const siblings = this.children.get(parent)
    if (siblings) siblings.push({ row, at })
    else this.children.set(parent, [{ row, at }])
    this.count++
  }

  /** Rows in an order in which parents precede their children. @throws InvalidArchive for rows without a first parent */
  parentsFirst(): Line[] {
    const ordered = this.takeChildren(null)
    for (let next = 0; next < ordered.length; next++)
      for (const child of this.takeChildren(ordered[next]?.row.id)) ordered.push(child)
    if (ordered.length === this.count) return ordered
    const [orphan] = [...this.children.values()].flat()
    throw new InvalidArchive(`${orphan?.at}: its parent row is missing`)
  }

  private takeChildren(parent: unknown): Line[] {
    const children = this.children.get(parent) ?? []
    this.children.delete(parent)
    return children
  }
}
