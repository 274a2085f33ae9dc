import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { ContactImport } from '../../../../src/features/contacts/imports/model'
import { ImportPanel } from '../../../contact-import/import-panel'
import { contactImports } from '../../../contact-import/import-store'
import { useLive } from '../../../lib/realtime'
import { useValue } from '../../../lib/use-value'

/** Ids of ended imports that are not shown: those from before this page, and those whose result was closed. */
const hidden = signal<ReadonlySet<number>>(new Set())
const hide = (ids: number[]) => {
  hidden.value = new Set([...hidden.peek(), ...ids])
}
const isOpen = ({ state }: ContactImport) => state === 'running' || state === 'mapping'

async function load() {
  await contactImports.load()
  hide(contactImports.imports.peek().flatMap((made) => (isOpen(made) ? [] : [made.id])))
}

/** Loads imports into the contacts, and subscribes them to events. */
export function useContactImports() {
  useEffect(() => void load().catch(() => {}), [])
  useLive({ contactImport: ({ contactImport }) => contactImports.receive(contactImport) }, () => contactImports.load())
}

/** The import that runs or waits for its columns, or the result of one that ended while the page was open. */
export function ContactsImportPanel({ onMapping }: { onMapping: (made: ContactImport) => void }) {
  const last = useValue(contactImports.imports)[0]
  const isHidden = useValue(hidden).has(last?.id ?? 0)
  if (!last || (isHidden && !isOpen(last))) return null
  return (
    <ImportPanel
      store={contactImports}
      last={last}
      onMapping={onMapping}
      onDismiss={isOpen(last) ? undefined : () => hide([last.id])}
    />
  )
}
