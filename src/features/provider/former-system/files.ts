import { realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { limits } from '../../../shared/limits'
import { lineOf } from './values'

/** A file of a message in the folder of the former system. */
export interface FormerFile {
  /** Id in the archive, 32 hexadecimal digits. */
  id: string
  path: string
  name: string
  mime: string
  size: number
}

/**
 * Files of a company in the folder `public` of the former system. Generations store them in the folder itself, or in one
 * of the company. The same file of several messages is one.
 */
export class FormerFiles {
  private readonly found = new Map<string, FormerFile | null>()
  private readonly root: string | null

  /** @param folder null when the files are not brought */
  constructor(
    folder: string | null,
    private readonly companyId: number | null,
  ) {
    this.root = folder === null ? null : realpathSync(folder)
  }

  get all(): FormerFile[] {
    return [...this.found.values()].filter((file) => file !== null)
  }

  /** The file of an address such as `1700000000_foto.jpg` or `https://host/public/company1/foto.jpg`, or null. */
  find(address: string): FormerFile | null {
    const known = this.found.get(address)
    if (known !== undefined) return known
    const file = this.root === null ? null : this.look(this.root, relative(address))
    this.found.set(address, file)
    return file
  }

  private look(root: string, name: string): FormerFile | null {
    for (const place of [name, join(`company${this.companyId ?? 1}`, name)]) {
      const path = within(root, place)
      const file = path && statSync(path).isFile() ? Bun.file(path) : null
      if (!path || !file || file.size === 0) continue
      const mime = /^[\w.+-]+\/[\w.+-]+$/.exec(file.type.split(';')[0] ?? '')?.[0] ?? 'application/octet-stream'
      const id = crypto.randomUUID().replaceAll('-', '')
      return { id, path, mime, size: file.size, name: lineOf(basename(name), limits.fileName.max, 'arquivo') }
    }
    return null
  }
}

/** Part of an address behind `/public/`, without a query. */
const relative = (address: string) => address.replace(/^.*\/public\//, '').replace(/[?#].*$/, '')

/** The real path of a file inside the folder; null for one outside of it and for none. */
function within(root: string, place: string): string | null {
  try {
    const path = realpathSync(join(root, place))
    return path.startsWith(root + sep) ? path : null
  } catch {
    return null
  }
}
