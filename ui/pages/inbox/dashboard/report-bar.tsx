import { BookmarkPlus, ChevronDown, Link2, Mail, Pencil, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { SavedReport } from '../../../../src/features/inbox/reports/model'
import { AppError } from '../../../../src/shared/errors'
import { Button } from '../../../components/button'
import { confirm } from '../../../components/confirm'
import { IconButton } from '../../../components/icon-button'
import { Menu, type MenuEntry } from '../../../components/menu'
import { copyText } from '../../../lib/copy-text'
import { paths, toReport } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { hourName, weekdayName } from './mail-time'
import { ReportDialog } from './report-dialog'
import { loadReports, openedId, removeReport, reports, setOwnMail, showReport } from './reports-store'

/** Report in the dialog: `new`, one to change, or null while the dialog is closed. */
type Edited = SavedReport | 'new' | null

/** Menu of the saved reports, and of the one that saves what the page shows. */
export function ReportMenu() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [edited, setEdited] = useState<Edited>(null)
  const all = useValue(reports)?.reports ?? []
  const opened = useValue(openedId)
  const me = useMe()
  const labelOf = ({ name, owner }: SavedReport) => (owner && owner.id !== me.id ? `${name} · ${owner.name}` : name)
  const open = (report: SavedReport) => {
    navigate(toReport(report.id))
    showReport(report)
  }
  const entries: MenuEntry[] = [
    ...all.map((report) => ({
      ...{ id: report.id, label: labelOf(report), checked: report.id === opened },
      onSelect: () => open(report),
    })),
    {
      label: t('dashboard.reports.save'),
      icon: <BookmarkPlus aria-hidden />,
      separated: all.length > 0,
      onSelect: () => setEdited('new'),
    },
  ]
  return (
    <>
      <Menu
        trigger={<Button icon={<ChevronDown aria-hidden />}>{t('dashboard.reports.title')}</Button>}
        entries={entries}
      />
      {edited === 'new' && <ReportDialog report={null} onSaved={open} onClose={() => setEdited(null)} />}
    </>
  )
}

/** Line of the saved report on the page: its name and mail, and what may be done with it. */
export function OpenedReport() {
  useReportOfAddress()
  const opened = useValue(openedId)
  const report = useValue(reports)?.reports.find(({ id }) => id === opened)
  return report ? <ReportLine key={report.id} report={report} /> : null
}

function ReportLine({ report }: { report: SavedReport }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [edits, setEdits] = useState(false)
  const close = () => {
    openedId.value = null
    navigate(paths.home)
  }
  const remove = async () => {
    const question = { title: t('dashboard.reports.removeTitle', { name: report.name }), danger: true }
    const text = t('dashboard.reports.removeText')
    if (!(await confirm({ ...question, text, action: t('dashboard.reports.remove') }))) return
    await removeReport(report.id).then(() => navigate(paths.home), toastError)
  }
  return (
    <section
      aria-label={t('dashboard.reports.opened')}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface py-1 pr-1 pl-4"
    >
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="truncate font-semibold">{report.name}</h2>
        <p className="text-muted text-sm">{stateText()}</p>
      </div>
      <OwnMail report={report} />
      <span className="flex">
        <IconButton
          label={t('dashboard.reports.copyLink')}
          onClick={() => copyText(location.origin + toReport(report.id))}
        >
          <Link2 aria-hidden />
        </IconButton>
        {report.editable && (
          <>
            <IconButton label={t('dashboard.reports.edit')} onClick={() => setEdits(true)}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={t('dashboard.reports.remove')} onClick={remove}>
              <Trash2 aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton label={t('dashboard.reports.close')} onClick={close}>
          <X aria-hidden />
        </IconButton>
      </span>
      {edits && <ReportDialog report={report} onSaved={showReport} onClose={() => setEdits(false)} />}
    </section>
  )

  function stateText() {
    const sharing = report.shared ? t('dashboard.reports.shared') : t('dashboard.reports.private')
    const { mail } = report
    if (!mail) return sharing
    const time = { weekday: weekdayName(mail.weekday), hour: hourName(mail.hour) }
    return `${sharing} · ${t('dashboard.reports.mailed', { ...time, count: mail.recipients.length })}`
  }
}

/** Switch of the user's own mail, for a recipient. */
function OwnMail({ report }: { report: SavedReport }) {
  const { t } = useTranslation()
  const me = useMe()
  const own = report.mail?.recipients.find(({ id }) => id === me.id)
  if (!own) return null
  const change = () => setOwnMail(report.id, own.off).catch(toastError)
  return (
    <Button size="sm" icon={<Mail aria-hidden />} onClick={change}>
      {t(own.off ? 'dashboard.reports.mailOn' : 'dashboard.reports.mailOff')}
    </Button>
  )
}

/** Opens the report of the address, and switches its mail off for a reader who comes by that link of a mail. */
function useReportOfAddress() {
  const { t } = useTranslation()
  const search = useSearch()
  const [, navigate] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per address.
  useEffect(() => {
    const address = new URLSearchParams(search)
    const id = Number(address.get('report'))
    if (!id) openedId.value = null
    const open = async () => {
      const found = (await loadReports()).find((report) => report.id === id)
      if (!id) return
      if (!found) throw new AppError('ERR_NO_REPORT_FOUND')
      if (openedId.peek() !== id) showReport(found)
      if (address.get('mail') !== 'off') return
      await setOwnMail(id, false)
      navigate(toReport(id), { replace: true })
      toastSuccess(t('dashboard.reports.mailIsOff', { name: found.name }))
    }
    open().catch(toastError)
  }, [search])
  useEffect(
    () => () => {
      openedId.value = null
    },
    [],
  )
}
