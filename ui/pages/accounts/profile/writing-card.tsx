import { Switch } from '../../../components/switch'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { sendKey, setSendKey } from '../../inbox/tickets/composer/send-key'
import { ProfileSection } from './profile-section'

/** Key that sends a message, in this browser; a phone's keyboard has none. */
export function WritingCard() {
  const { t } = useTranslation()
  const key = useValue(sendKey)
  if (matchMedia('(pointer: coarse)').matches) return null
  return (
    <ProfileSection title={t('profile.writing')}>
      <Switch
        label={t('profile.ctrlEnter')}
        hint={t('profile.ctrlEnterHint')}
        checked={key === 'ctrl'}
        onChange={(isCtrl) => setSendKey(isCtrl ? 'ctrl' : 'enter')}
      />
    </ProfileSection>
  )
}
