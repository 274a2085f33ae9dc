import type { TFunction } from 'i18next'
import type {
  CancelledCompany,
  EndingTrial,
  FailingReceiver,
  LateInvoice,
  Morning,
  NewCompanyLine,
  NumberTrouble,
  OtherAmount,
  ParkedJobs,
  PlanUse,
  WaitingClaim,
} from '../../../../src/features/provider/morning/model'
import type { PlanPart } from '../../../../src/shared/morning'
import { fileSize } from '../../../lib/file-size'
import { formatMoney } from '../../../lib/money'
import { paths, toClaims, toCompany } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { dueDay, formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { Line } from './line'

/** Parts of the overview in the order of their urgency. */
export const parts = [
  'numbers',
  'claims',
  'amounts',
  'invoices',
  'trials',
  'cancellations',
  'use',
  'jobs',
  'webhooks',
  'newCompanies',
] as const
export type Part = (typeof parts)[number]
/** Parts whose rows need the provider. */
export const problemParts = parts.filter((part) => part !== 'newCompanies')

/** Rows of one part. */
export function lines(part: Part, morning: Morning) {
  switch (part) {
    case 'numbers':
      return morning.numbers.rows.map((row) => <NumberLine key={`${row.kind} ${row.whatsappId}`} row={row} />)
    case 'claims':
      return morning.claims.rows.map((row) => <ClaimLine key={row.id} row={row} />)
    case 'amounts':
      return morning.amounts.rows.map((row) => <AmountLine key={row.id} row={row} />)
    case 'invoices':
      return morning.invoices.rows.map((row) => <InvoiceLine key={row.id} row={row} />)
    case 'trials':
      return morning.trials.rows.map((row) => <TrialLine key={row.companyId} row={row} />)
    case 'cancellations':
      return morning.cancellations.rows.map((row) => <CancelledLine key={row.companyId} row={row} />)
    case 'use':
      return morning.use.rows.map((row) => <UseLine key={row.companyId} row={row} />)
    case 'jobs':
      return morning.jobs.rows.map((row) => <JobsLine key={`${row.companyId} ${row.job}`} row={row} />)
    case 'webhooks':
      return morning.webhooks.rows.map((row) => (
        <ReceiverLine key={`${row.companyId} ${row.name} ${row.since}`} row={row} />
      ))
    case 'newCompanies':
      return morning.newCompanies.rows.map((row) => <NewLine key={row.companyId} row={row} />)
  }
}

/** Way into a company: a support visit, or the connections of the provider's own company. */
function useVisit(companyId: number) {
  const { t } = useTranslation()
  return useMe().companyId === companyId
    ? { step: t('morning.steps.own'), to: paths.connections }
    : { step: t('morning.steps.visit'), to: toCompany(companyId, 'support') }
}

function NumberLine({ row: { companyId, company, name, kind, reason, since, until } }: { row: NumberTrouble }) {
  const { t } = useTranslation()
  const what = t(`morning.kinds.${kind}`, { since: formatDateTime(since) })
  const end = until ? ` ${t('morning.until', { until: formatDateTime(until) })}` : ''
  return (
    <Line company={company} {...useVisit(companyId)}>
      {name}: {`${what}${end}.`} {reason && t(`connections.reason.${reason}`)}
    </Line>
  )
}

function ClaimLine({ row: { company, value, claimedAt } }: { row: WaitingClaim }) {
  const { t } = useTranslation()
  return (
    <Line company={company} step={t('morning.steps.check')} to={toClaims}>
      {formatMoney(value)}, {t('morning.claimed', { time: formatDateTime(claimedAt) })}
    </Line>
  )
}

function AmountLine({ row: { companyId, company, amount, value, at } }: { row: OtherAmount }) {
  const { t } = useTranslation()
  return (
    <Line company={company} step={t('morning.steps.check')} to={toCompany(companyId, 'renew')}>
      {t('morning.otherAmount', { amount: formatMoney(amount), value: formatMoney(value), time: formatDateTime(at) })}
    </Line>
  )
}

function InvoiceLine({ row: { companyId, company, value, dueDate, daysLate } }: { row: LateInvoice }) {
  const { t } = useTranslation()
  return (
    <Line company={company} step={t('morning.steps.settle')} to={toCompany(companyId, 'renew')}>
      {formatMoney(value)}, {t('morning.late', { date: dueDay(dueDate), count: daysLate })}
    </Line>
  )
}

function TrialLine({ row: { companyId, company, lastDay, daysLeft } }: { row: EndingTrial }) {
  const { t } = useTranslation()
  const date = dueDay(lastDay)
  const text =
    daysLeft === 0
      ? t('morning.trialToday')
      : daysLeft > 0
        ? t('morning.trialEnds', { date, count: daysLeft })
        : t('morning.trialOver', { date, count: -daysLeft })
  return (
    <Line company={company} step={t('morning.steps.renew')} to={toCompany(companyId, 'renew')}>
      {text}
    </Line>
  )
}

function CancelledLine({ row: { companyId, company, on, reason } }: { row: CancelledCompany }) {
  const { t } = useTranslation()
  return (
    <Line company={company} step={t('morning.steps.open')} to={toCompany(companyId, 'form')}>
      {t('morning.cancelled', { date: dueDay(on), reason })}
    </Line>
  )
}

/** Amount of a part of a plan, and its limit. */
export function planText(t: TFunction, part: PlanPart, used: number, limit: number) {
  const text = part === 'storage' ? fileSize : String
  return t(`morning.parts.${part}`, { used: text(used), limit: text(limit) })
}

function UseLine({ row: { companyId, company, part, used, limit, percent } }: { row: PlanUse }) {
  const { t } = useTranslation()
  // The room for files is one setting of the installation; the rest belongs to the plan.
  return (
    <Line company={company} step={t('morning.steps.plan')} to={toCompany(companyId, 'form')}>
      {planText(t, part, used, limit)} ({t('morning.percent', { percent })})
    </Line>
  )
}

function JobsLine({ row: { companyId, company, job, jobs, lastAt } }: { row: ParkedJobs }) {
  const { t } = useTranslation()
  return (
    <Line company={company} {...useVisit(companyId)}>
      {t('morning.parked', { count: jobs, job, time: formatDateTime(lastAt) })}
    </Line>
  )
}

function ReceiverLine({ row: { companyId, company, source, name, failures, since } }: { row: FailingReceiver }) {
  const { t } = useTranslation()
  return (
    <Line company={company} {...useVisit(companyId)}>
      {t(`morning.sources.${source}`)} {name || t('morning.noName')}:{' '}
      {t('morning.failing', { since: formatDateTime(since), count: failures })}
    </Line>
  )
}

function NewLine({ row: { companyId, company, plan, createdAt, trial } }: { row: NewCompanyLine }) {
  const { t } = useTranslation()
  return (
    <Line company={company} step={t('morning.steps.open')} to={toCompany(companyId, 'form')}>
      {[plan, trial && t('morning.onTrial'), t('morning.createdAt', { time: formatDateTime(createdAt) })]
        .filter(Boolean)
        .join(' · ')}
    </Line>
  )
}
