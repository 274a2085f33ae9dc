import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { FlowFile } from '../../../../../src/features/automation/flows/model'
import { useValue } from '../../../../lib/use-value'
import type { FlowDocument } from '../editor/document'

/** A file that can be shown. */
export interface KnownFile extends Pick<FlowFile, 'id' | 'name' | 'mime'> {
  /** Signed address, or that of `picked`. */
  path: string
  /** File picked in this tab; the policy of the page forbids to fetch it by its address. */
  picked?: File
}

/** Files of the flow on screen, by id. */
const knownFiles = signal<ReadonlyMap<string, KnownFile>>(new Map())

export function rememberFile(file: KnownFile) {
  knownFiles.value = new Map(knownFiles.peek()).set(file.id, file)
}

/** Remembers the files that the server names with each answer. */
export function useFilesOf(document: FlowDocument) {
  const { files } = useValue(document.row)
  useEffect(() => {
    const next = new Map(knownFiles.peek())
    for (const file of files) next.set(file.id, file)
    knownFiles.value = next
  }, [files])
}

/** The file of a node; undefined for one that does not exist any more. */
export const useFlowFile = (id: string): KnownFile | undefined => useValue(knownFiles).get(id)
