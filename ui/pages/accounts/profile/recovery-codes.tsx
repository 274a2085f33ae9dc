import { Copy, Download } from 'lucide-react'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { copyText } from '../../../lib/copy-text'
import { useTranslation } from '../../../lib/use-translation'

/** Ten recovery codes, shown only once. */
export function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <div className="flex flex-col items-start gap-4">
      <Alert tone="warn" title={t('twoStep.recovery')}>
        {t('twoStep.recoveryLead')}
      </Alert>
      <ul
        aria-label={t('twoStep.recovery')}
        className="grid w-full grid-cols-2 gap-x-6 gap-y-1 rounded-md bg-sunken p-4"
      >
        {codes.map((code) => (
          <li key={code} className="select-all font-mono tabular-nums">
            {code}
          </li>
        ))}
      </ul>
      <div className="grid w-full gap-2 sm:flex sm:flex-wrap sm:*:grow">
        <Button icon={<Copy aria-hidden />} onClick={() => void copyText(text)}>
          {t('twoStep.copyCodes')}
        </Button>
        <Button icon={<Download aria-hidden />} onClick={() => downloadCodes(text)}>
          {t('twoStep.saveCodes')}
        </Button>
        <Button variant="primary" onClick={onStored}>
          {t('twoStep.kept')}
        </Button>
      </div>
    </div>
  )
}

function downloadCodes(text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  link.download = 'balcao-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
