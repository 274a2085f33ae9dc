import { Download, EllipsisVertical, ListPlus, MessageSquareOff, SearchX, Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { OptOut } from '../../../../src/features/contacts/opt-outs/model'
import { type OptOutSource, optOutSources } from '../../../../src/shared/enums'
import { BoxedList } from '../../../components/boxed-list'
import { EmptyState } from '../../../components/empty-state'
import { IconButton } from '../../../components/icon-button'
import { Menu } from '../../../components/menu'
import { AddButton, PageHead } from '../../../components/page-head'
import { PageTools } from '../../../components/page-tools'
import { BareSelect } from '../../../components/select'
import { useCan } from '../../../lib/can'
import { paths } from '../../../lib/paths'
import { useLive } from '../../../lib/realtime'
import { useTitle } from '../../../lib/title'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { ImportOptOutsDialog } from './import-opt-outs'
import { AddOptOutDialog, RemoveOptOutDialog } from './opt-out-dialogs'
import { OptOutRow } from './opt-out-row'
import {
  exportOptOuts,
  optOutCounts,
  optOutPages,
  optOutQuery,
  optOutSource,
  receiveOptOutEvent,
  searchOptOuts,
  showSource,
} from './store'

type Open = { kind: 'add' | 'import' } | { kind: 'remove'; optOut: OptOut } | null

/** Register of people who want no campaigns. */
export function OptOutsPage() {
  const { t } = useTranslation()
  return useLeaveWithoutPlan('useCampaigns', t('campaigns.refused')) ? <Register /> : null
}

function Register() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  useTitle(t('optOuts.title'))
  useLive({ optOut: receiveOptOutEvent }, optOutPages.reload)
  useEffect(() => void optOutPages.reload(), [])
  const close = () => setOpen(null)
  const add = () => setOpen({ kind: 'add' })
  return (
    <div className="page">
      <PageHead title={t('optOuts.title')} lead={t('optOuts.lead')} add={{ label: t('optOuts.add'), onAdd: add }}>
        <MoreMenu onImport={() => setOpen({ kind: 'import' })} />
      </PageHead>
      <Filters />
      <BoxedList
        list={optOutPages}
        label={t('optOuts.title')}
        skeletonRows={5}
        empty={<NoOptOuts onAdd={add} />}
        render={(optOut) => <OptOutRow optOut={optOut} onRemove={() => setOpen({ kind: 'remove', optOut })} />}
      />
      {open?.kind === 'add' && <AddOptOutDialog onClose={close} />}
      {open?.kind === 'import' && <ImportOptOutsDialog onClose={close} />}
      {open?.kind === 'remove' && <RemoveOptOutDialog optOut={open.optOut} onClose={close} />}
    </div>
  )
}

function MoreMenu({ onImport }: { onImport: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const mayEdit = useCan('campaign:edit')
  const mayExport = useCan('campaign:export')
  const mayConfigure = useCan('settings:edit')
  return (
    <Menu
      trigger={
        <IconButton label={t('optOuts.more')} className="border border-line bg-surface">
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
      entries={[
        ...(mayEdit ? [{ label: t('optOuts.import'), icon: <ListPlus aria-hidden />, onSelect: onImport }] : []),
        ...(mayExport
          ? [{ label: t('optOuts.export'), icon: <Download aria-hidden />, onSelect: () => void exportOptOuts() }]
          : []),
        ...(mayConfigure
          ? [
              {
                label: t('optOuts.settings'),
                icon: <Settings aria-hidden />,
                onSelect: () => navigate(paths.settings),
                separated: true,
              },
            ]
          : []),
      ]}
    />
  )
}

function Filters() {
  const { t } = useTranslation()
  const source = useValue(optOutSource)
  const counts = useValue(optOutCounts)
  return (
    <PageTools search={{ label: t('optOuts.search'), initial: optOutQuery.peek(), onSearch: searchOptOuts }}>
      <BareSelect
        label={t('optOuts.sourceLabel')}
        value={source}
        onChange={(value) => showSource(value as OptOutSource | '')}
        choices={[
          { value: '', label: t('optOuts.everySource') },
          ...optOutSources.map((value) => ({ value, label: t(`optOuts.sources.${value}`) })),
        ]}
        className="min-w-44"
      />
      {counts && (
        <p className="text-muted text-sm tabular-nums">
          {t('optOuts.count', { count: counts.count })}
          {counts.erased > 0 && ` · ${t('optOuts.erased', { count: counts.erased })}`}
        </p>
      )}
    </PageTools>
  )
}

function NoOptOuts({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  const text = useValue(optOutQuery)
  const source = useValue(optOutSource)
  if (text || source)
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('optOuts.noneTitle')}
        text={text ? t('optOuts.noneText', { text }) : undefined}
      />
    )
  return (
    <EmptyState
      icon={<MessageSquareOff />}
      title={t('optOuts.emptyTitle')}
      text={t('optOuts.emptyText')}
      action={<AddButton label={t('optOuts.add')} onAdd={onAdd} />}
    />
  )
}
