import i18n from 'i18next'
import { FileUp } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { companyFileFaults } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { type Choice, Select } from '../../../components/select'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { fileSize } from '../../../lib/file-size'
import { createForm, required, useForm } from '../../../lib/form'
import { errorText, toastSuccess } from '../../../lib/toast'
import { upload } from '../../../lib/upload'
import { useTranslation } from '../../../lib/use-translation'

/** Import of a company file from another installation; for super users. */
export function CompanyImport() {
  const { t } = useTranslation()
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const plans = usePlans()
  const form = useForm(() =>
    createForm(
      { planId: '', name: '' },
      { planId: [required] },
      { ERR_COMPANY_NAME_ALREADY_EXISTS: 'name', ERR_NO_PLAN_FOUND: 'planId' },
    ),
  )
  const send = async ({ planId, name }: { planId: string; name: string }) => {
    if (!file) return input.current?.click()
    const query = new URLSearchParams({ planId, ...(name.trim() ? { name: name.trim() } : {}) })
    try {
      setShare(0)
      const headers = { 'content-type': 'application/octet-stream' }
      const response = await upload<{ name: string }>(`/api/companies/import?${query}`, file, {
        headers,
        onProgress: setShare,
      })
      toastSuccess(t('audit.imported', { name: response.name }))
      setFile(null)
      form.receive({ planId: '', name: '' })
    } finally {
      setShare(null)
    }
  }
  return (
    <section className="max-w-xl">
      <h2 className="font-semibold">{t('audit.importTitle')}</h2>
      <p className="mb-3 text-muted">{t('audit.importLead')}</p>
      <Form id={formId} form={form} send={send} failureText={failureText} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            accept=".tar,application/x-tar"
            aria-label={t('audit.importPick')}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
          <Button icon={<FileUp aria-hidden />} onClick={() => input.current?.click()}>
            {t('audit.importPick')}
          </Button>
          {file && (
            <span className="min-w-0 truncate text-muted">
              {file.name} · {fileSize(file.size)}
            </span>
          )}
        </div>
        <Select
          field={form.field('planId')}
          label={t('audit.importPlan')}
          choices={plans}
          placeholder={t('auth.planPlaceholder')}
        />
        <TextField
          field={form.field('name')}
          label={t('audit.importName')}
          hint={t('audit.importNameHint')}
          maxLength={limits.companyName.max}
          optional
        />
        {share !== null && <Alert tone="info">{t('audit.importSending', { percent: Math.round(share * 100) })}</Alert>}
        <div>
          <SubmitButton of={form} formId={formId}>
            {t('audit.importSend')}
          </SubmitButton>
        </div>
      </Form>
    </section>
  )
}

/** Describes the fault in the file and, in brackets, its position. */
function failureText(failure: unknown): string {
  const { code, detail } = asFailure(failure)
  const fault = companyFileFaults.find((each) => each === detail.fault)
  return code === 'ERR_IMPORT_FILE' && fault
    ? `${i18n.t(`audit.faults.${fault}`)} [${String(detail.reason)}]`
    : errorText(failure)
}

function usePlans(): Choice[] {
  const [plans, setPlans] = useState<Choice[]>([])
  useEffect(() => {
    void unwrapResponse(api.plans.all.get()).then(
      (answer) => setPlans(answer.plans.map(({ id, name }) => ({ value: String(id), label: name }))),
      () => {},
    )
  }, [])
  return plans
}
