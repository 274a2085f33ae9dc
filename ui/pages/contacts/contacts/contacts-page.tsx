import i18n from 'i18next'
import { BookUser, Download, EllipsisVertical, FileSpreadsheet, Merge, SearchX, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Contact } from '../../../../src/features/contacts/contacts/model'
import type { ContactImport } from '../../../../src/features/contacts/imports/model'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { IconButton } from '../../../components/icon-button'
import { Menu } from '../../../components/menu'
import { PageHead } from '../../../components/page-head'
import { PageTools } from '../../../components/page-tools'
import { ContactDialog } from '../../../contact/contact-dialog'
import { DuplicatesDialog } from '../../../contact/duplicates-dialog'
import { MergeDialog } from '../../../contact/merge-dialog'
import { ImportDialog } from '../../../contact-import/import-dialog'
import { contactImports } from '../../../contact-import/import-store'
import { fetchFile } from '../../../lib/api'
import { useCan } from '../../../lib/can'
import { saveFile } from '../../../lib/save-file'
import { useTitle } from '../../../lib/title'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { NewTicketDialog } from '../../inbox/tickets/new-ticket/new-ticket-dialog'
import { ContactRows } from './contact-rows'
import { ContactsImportPanel, useContactImports } from './import-progress'
import { openCurrentTicket } from './open-ticket'
import { contacts, importFromPhone, useContactsLive } from './store'

/** Open dialog of the page. */
type Open =
  | { kind: 'form'; contact: Contact | null }
  | { kind: 'ticket' | 'merge'; contact: Contact }
  | { kind: 'import'; mapping: ContactImport | null }
  | { kind: 'duplicates' }
  | null

export function ContactsPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  const [text, setText] = useState('')
  useTitle(t('contacts.title'))
  useContactsLive()
  useContactImports()
  useEffect(() => contacts.search(text), [text])

  const close = () => setOpen(null)
  const latest = useRef(open)
  latest.current = open
  const openTicket = (contact: Contact) =>
    openCurrentTicket(contact, () => latest.current !== null).then(
      (isDone) => isDone || setOpen({ kind: 'ticket', contact }),
      toastError,
    )
  return (
    <div className="page flex h-full min-h-0 flex-col">
      <Head
        isSearch={text !== ''}
        onAdd={() => setOpen({ kind: 'form', contact: null })}
        onImport={() => setOpen({ kind: 'import', mapping: null })}
        onDuplicates={() => setOpen({ kind: 'duplicates' })}
      />
      <ContactsImportPanel onMapping={(mapping) => setOpen({ kind: 'import', mapping })} />
      <PageTools search={{ label: t('contacts.searchLabel'), onSearch: setText }} />
      <ContactRows
        onEdit={(contact) => setOpen({ kind: 'form', contact })}
        onOpenTicket={openTicket}
        onMerge={(contact) => setOpen({ kind: 'merge', contact })}
        empty={<NoContacts text={text} onImport={() => setOpen({ kind: 'import', mapping: null })} />}
      />
      {open?.kind === 'form' && <ContactDialog key={open.contact?.id} isPanel contact={open.contact} onClose={close} />}
      {open?.kind === 'ticket' && <NewTicketDialog contact={open.contact} onClose={close} />}
      {open?.kind === 'merge' && <MergeDialog contact={open.contact} onClose={close} />}
      {open?.kind === 'duplicates' && <DuplicatesDialog onClose={close} />}
      {open?.kind === 'import' && (
        <ImportDialog
          store={contactImports}
          points={[t('contacts.importKnown')]}
          mapping={open.mapping}
          onClose={close}
        />
      )}
    </div>
  )
}

interface HeadProps {
  isSearch: boolean
  onAdd: () => void
  onImport: () => void
  onDuplicates: () => void
}

function Head({ isSearch, ...props }: HeadProps) {
  const { t } = useTranslation()
  const mayMerge = useCan('contact:merge')
  const mayExport = useCan('contact:export')
  const mayImport = useCan('contact:seeNumber')
  return (
    <PageHead
      title={t('contacts.title')}
      lead={<ContactCount isSearch={isSearch} />}
      add={{ label: t('contacts.add'), onAdd: props.onAdd }}
    >
      <Menu
        trigger={
          <IconButton label={t('contacts.more')} className="border border-line bg-surface">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
        entries={[
          ...(mayImport
            ? [{ label: t('contactImport.title'), icon: <FileSpreadsheet aria-hidden />, onSelect: props.onImport }]
            : []),
          {
            label: t('contacts.importPhone'),
            icon: <Smartphone aria-hidden />,
            onSelect: () => void importFromPhone(),
          },
          ...(mayMerge
            ? [{ label: t('contacts.duplicates'), icon: <Merge aria-hidden />, onSelect: props.onDuplicates }]
            : []),
          ...(mayExport
            ? [
                {
                  label: t('contacts.export'),
                  icon: <Download aria-hidden />,
                  onSelect: () => void exportAll(),
                  separated: true,
                },
              ]
            : []),
        ]}
      />
    </PageHead>
  )
}

function ContactCount({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation()
  const count = useValue(contacts.list.count)
  const isCountLimited = isSearch && count === limits.countedContacts
  if (count === undefined) return t('contacts.lead')
  return t(isCountLimited ? 'contacts.countAtLeast' : 'contacts.count', { count })
}

async function exportAll() {
  try {
    saveFile(i18n.t('contacts.exportFile'), await fetchFile('/api/contacts/export'))
  } catch (failure) {
    toastError(failure)
  }
}

function NoContacts({ text, onImport }: { text: string; onImport: () => void }) {
  const { t } = useTranslation()
  if (text)
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('contacts.noneTitle')}
        text={t('contacts.noneText', { text, interpolation: { escapeValue: false } })}
      />
    )
  return (
    <EmptyState
      icon={<BookUser />}
      title={t('contacts.emptyTitle')}
      text={t('contacts.emptyText')}
      action={
        <Button variant="primary" onClick={onImport}>
          {t('contactImport.title')}
        </Button>
      }
    />
  )
}
