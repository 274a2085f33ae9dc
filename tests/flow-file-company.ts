import { readdirSync } from 'node:fs'
import type { Scope } from '../src/core/scope'
import { createFlowWithDraft } from '../src/features/automation/flows/create-with-draft'
import { exportFlow } from '../src/features/automation/flows/files/export-flow'
import { getFlowWithContent } from '../src/features/automation/flows/read'
import { attachFile } from '../src/features/platform/media/attach'
import type { Definition } from '../src/shared/flow/node'
import { readFlow, type StoredFlow } from '../src/shared/flow/read'
import { everyKind } from './flow-files'
import { createInstallation } from './installation'
import { png, recording } from './sample-files'

/** Start of an MP4 file, by which its type is detected. */
const videoBytes = new Uint8Array(Buffer.from('AAAAGGZ0eXBtcDQyAAAAAG1wNDJpc29tAAAACGZyZWU=', 'base64'))

async function createFile(scope: Scope, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  return attachFile(scope, { stream: () => new Blob([bytes]).stream(), name }, (_, { id }) => id)
}

/** A company with one flow of every kind of node. */
export async function createCompanyWithFlow() {
  const installation = await createInstallation()
  const ana = installation.scopeOf('ana')
  const ids = {
    queueId: 1,
    tagId: await createTag(ana, 'VIP'),
    image: await createFile(ana, png(), 'foto.png'),
    audio: await createFile(ana, await recording('ogg', 1), 'voz.ogg'),
    video: await createFile(ana, videoBytes, 'filme.mp4'),
  }
  const flow = await ana.transaction((scope) => createFlowWithDraft(scope, 'Recepção', everyKind(ids)))
  return { installation, ana, ids, flow }
}

const createTag = (outer: Scope, name: string) =>
  outer.transaction(async ({ db }) => {
    const row = { name, searchText: name.toLowerCase(), color: '#ff0000' }
    return (await db.insert('tags', row).returning('id').executeTakeFirstOrThrow()).id
  })

export const exported = async (scope: Scope, id: number, hasMedia = true) =>
  (await exportFlow(scope, id, hasMedia)).text()
export const definitionOf = async (scope: Scope, id: number): Promise<Definition> =>
  readFlow((await getFlowWithContent(scope, id)).flow as StoredFlow)

/** Rows that an import writes, and files on the disk. */
export async function stateOf({ ports, db }: Scope) {
  const counts = []
  for (const table of ['flows', 'flow_media', 'media', 'audit_log'] as const)
    counts.push([table, (await db.select(table).select('id').execute()).length])
  const files = readdirSync(ports.media.directory, { recursive: true, withFileTypes: true })
  return {
    counts,
    files: files
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort(),
  }
}
