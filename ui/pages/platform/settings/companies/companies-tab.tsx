import {
  Building2,
  CalendarPlus,
  EllipsisVertical,
  LifeBuoy,
  Link2,
  PackageOpen,
  Pencil,
  SearchX,
  Trash2,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { CreatedInvitation } from '../../../../../src/features/accounts/invitations/model'
import type { Company } from '../../../../../src/features/provider/companies/model'
import { dueTone } from '../../../../../src/shared/due'
import { Badge } from '../../../../components/badge'
import { BoxedList } from '../../../../components/boxed-list'
import { EmptyState } from '../../../../components/empty-state'
import { IconButton } from '../../../../components/icon-button'
import { Menu } from '../../../../components/menu'
import { PageTools } from '../../../../components/page-tools'
import { api, unwrapResponse } from '../../../../lib/api'
import { classes } from '../../../../lib/classes'
import { useLive } from '../../../../lib/realtime'
import { useMe } from '../../../../lib/session'
import { dueDay } from '../../../../lib/time'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { SettingsHead } from '../../../../navigation/settings-head'
import { InviteLink } from '../../../accounts/users/invite-link'
import { CompanyDialog } from './company-dialog'
import { CopyDialog } from './copy-dialog'
import { DeleteDialog } from './delete-dialog'
import { RenewDialog } from './renew-dialog'
import { StallAlert } from './stall-alert'
import { companies, companyQuery, inviteAgain, receiveCompanyEvent, searchCompanies } from './store'
import { SupportDialog } from './support-dialog'

type Open =
  | { kind: 'form'; company: Company | null }
  | { kind: 'link'; created: CreatedInvitation; name: string }
  | { kind: 'renew' | 'delete' | 'support' | 'copy'; company: Company }
  | null

/** Companies of the installation, coloured by the remaining days of their licence. */
export function CompaniesTab() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  useLive({ tenant: receiveCompanyEvent }, companies.reload)
  useLinkedCompany(setOpen)
  return (
    <>
      <SettingsHead add={{ label: t('companies.add'), onAdd: () => setOpen({ kind: 'form', company: null }) }} />
      <StallAlert />
      <PageTools search={{ label: t('companies.search'), initial: companyQuery.peek(), onSearch: searchCompanies }} />
      <BoxedList
        list={companies}
        label={t('settings.companies')}
        skeletonRows={6}
        empty={<NoCompanies />}
        render={(company) => <Row company={company} onOpen={setOpen} />}
        className="overflow-hidden"
      />
      {open?.kind === 'form' && (
        <CompanyDialog
          key={open.company?.id}
          company={open.company}
          onClose={close}
          onInvited={(created, name) => setOpen({ kind: 'link', created, name })}
        />
      )}
      {open?.kind === 'link' && <InviteLink created={open.created} company={open.name} onClose={close} />}
      {open?.kind === 'renew' && <RenewDialog company={open.company} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog company={open.company} onClose={close} />}
      {open?.kind === 'copy' && <CopyDialog company={open.company} onClose={close} />}
      {open?.kind === 'support' && <SupportDialog company={open.company} onClose={close} />}
    </>
  )
}

/** Opens the dialog that the address names, such as `renew=7` (`toCompany`), once, and removes it from the address. */
function useLinkedCompany(onOpen: (open: Open) => void) {
  const [search, setSearch] = useSearchParams()
  const kind = (['form', 'renew', 'support'] as const).find((each) => Number(search.get(each)) > 0)
  const id = kind && Number(search.get(kind))
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each address.
  useEffect(() => {
    if (!kind || !id) return
    setSearch({ tab: 'companies' }, { replace: true })
    unwrapResponse<Company>(api.companies({ id }).get()).then((company) => onOpen({ kind, company }), toastError)
  }, [kind, id])
}

/** Coloured stripe and background; the text states the same. */
const tones = {
  yellow: 'border-l-away bg-note',
  orange: 'border-l-warn bg-warn-soft',
  red: 'border-l-danger bg-danger-soft',
}

function Row({ company, onOpen }: { company: Company; onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const { name, email, plan, status, cancellation } = company
  const tone = dueTone(company.daysLeft)
  return (
    <li
      className={classes(
        'flex min-h-14 flex-wrap items-center border-l-4 py-1.5 pr-1 pl-3 sm:gap-x-3 sm:pr-2',
        tone ? tones[tone] : 'border-l-transparent',
      )}
    >
      <div className="min-w-0 flex-1 basis-full sm:basis-48">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          {cancellation && <Badge tone="warn">{t('companies.cancelled')}</Badge>}
          {!status && <Badge>{t('companies.off')}</Badge>}
          {company.isInvited && <Badge>{t('companies.invited')}</Badge>}
        </p>
        <p className="truncate text-muted text-sm">
          {email} · {plan.name}
        </p>
      </div>
      <DueText company={company} />
      <div className="ml-auto flex shrink-0">
        <IconButton label={t('companies.renewOf', { name })} onClick={() => onOpen({ kind: 'renew', company })}>
          <CalendarPlus aria-hidden />
        </IconButton>
        <IconButton label={t('companies.editOf', { name })} onClick={() => onOpen({ kind: 'form', company })}>
          <Pencil aria-hidden />
        </IconButton>
        <CompanyMenu company={company} onOpen={onOpen} />
      </div>
    </li>
  )
}

/** Rare actions; the user's own company can be neither visited nor deleted. */
function CompanyMenu({ company, onOpen }: { company: Company; onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const isOwn = useMe().companyId === company.id
  const entry = (kind: 'support' | 'copy' | 'delete') => ({ onSelect: () => onOpen({ kind, company }) })
  const copy = { label: t('companies.copy'), icon: <PackageOpen aria-hidden />, ...entry('copy') }
  const support = { label: t('support.start'), icon: <LifeBuoy aria-hidden />, ...entry('support') }
  const showLink = () =>
    inviteAgain(company).then((created) => onOpen({ kind: 'link', created, name: company.name }), toastError)
  const link = { label: t('companies.newLink'), icon: <Link2 aria-hidden />, onSelect: () => void showLink() }
  const remove = { label: t('common.delete'), icon: <Trash2 aria-hidden />, danger: true, ...entry('delete') }
  return (
    <Menu
      trigger={
        <IconButton label={t('companies.moreOf', { name: company.name })}>
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
      entries={isOwn ? [copy] : [...(company.isInvited ? [link] : []), support, copy, { ...remove, separated: true }]}
    />
  )
}

function DueText({ company }: { company: Company }) {
  const { t } = useTranslation()
  const { daysLeft: days } = company
  const text =
    days === 0
      ? t('companies.dueToday')
      : days > 0
        ? t('companies.due', { count: days })
        : t('companies.over', { count: -days })
  return (
    <p className="min-w-0 flex-1 basis-28 text-sm tabular-nums sm:flex-none sm:basis-auto sm:text-right">
      <span className="block">{dueDay(company.dueDate)}</span>
      <span className="block text-muted">{days > 3650 ? t(`companies.recurrences.${company.recurrence}`) : text}</span>
    </p>
  )
}

function NoCompanies() {
  const { t } = useTranslation()
  const text = useValue(companyQuery)
  if (text) return <EmptyState icon={<SearchX />} title={t('companies.nothingFound', { text })} />
  return <EmptyState icon={<Building2 />} title={t('companies.emptyTitle')} />
}
