import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PixCharge } from '../../../../src/features/provider/payments/model'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { QrCode } from '../../../components/qr-code'
import { copyText } from '../../../lib/copy-text'
import { formatMoney } from '../../../lib/money'
import { formatDuration } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

/** Step four, Pix: the code to pay, with a countdown until it expires. */
export function PixStep({ charge, onRenew }: { charge: PixCharge; onRenew: () => void }) {
  const { t } = useTranslation()
  const secondsLeft = useSecondsLeft(charge.expiresAt)
  const code = charge.qrcode.qrcode
  if (secondsLeft === 0)
    return (
      <div className="flex flex-col items-start gap-4">
        <Alert tone="warn" title={t('checkout.overTitle')}>
          {t('checkout.overText')}
        </Alert>
        <Button variant="primary" onClick={onRenew}>
          {t('checkout.again')}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start sm:gap-6">
      <QrCode text={code} label={t('checkout.qrLabel')} maxWidth={260} />
      <div className="flex w-full min-w-0 flex-1 flex-col gap-3">
        <p className="font-semibold text-2xl tabular-nums">
          {formatMoney(Math.round(Number(charge.valor.original) * 100))}
        </p>
        <ol className="list-decimal space-y-1 pl-5 text-muted">
          <li>{t('checkout.step1')}</li>
          <li>{t('checkout.step2')}</li>
          <li>{t('checkout.step3')}</li>
        </ol>
        <CopyCode code={code} />
        {charge.payUrl !== '' && (
          <a href={charge.payUrl} target="_blank" rel="noreferrer" className="self-start underline underline-offset-2">
            {t('checkout.payPage')}
          </a>
        )}
        {secondsLeft !== null && secondsLeft < daySeconds && (
          <p className="text-muted text-sm tabular-nums">
            {t('checkout.goodFor', { time: formatDuration(secondsLeft) })}
          </p>
        )}
        <p role="status" className="flex items-center gap-2 text-sm">
          <span aria-hidden className="size-2 shrink-0 animate-[breathe_1.6s_infinite] rounded-full bg-accent" />
          {charge.manual ? t('checkout.waitingPerson') : t('checkout.waiting')}
        </p>
      </div>
    </div>
  )
}

/** A code that is good for longer needs no countdown. */
const daySeconds = 86_400

function CopyCode({ code }: { code: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(code, t('checkout.copied')))
  return (
    <div className="flex flex-col gap-2">
      <p className="break-all rounded-md border border-line bg-sunken p-2 font-mono text-muted text-xs">{code}</p>
      <Button
        variant="primary"
        icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy()}
        className="self-start"
      >
        <span role="status">{copied ? t('checkout.copied') : t('checkout.copy')}</span>
      </Button>
    </div>
  )
}

/** Seconds until the code expires; null if it never does. */
function useSecondsLeft(expiresAt: string | null): number | null {
  const secondsLeft = () =>
    expiresAt === null ? null : Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000))
  const [left, setLeft] = useState(secondsLeft)
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts only for another expiry.
  useEffect(() => {
    setLeft(secondsLeft())
    if (expiresAt === null) return
    const timer = setInterval(() => setLeft(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [expiresAt])
  return left
}
