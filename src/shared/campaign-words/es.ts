import type { CampaignWords } from './pt'

export const campaignWords: CampaignWords = {
  recipient: {
    pending: 'En espera',
    sending: 'Enviando',
    sent: 'Enviado',
    failed: 'Falló',
    unknown: 'Sin confirmación',
    suppressed: 'No enviado',
    invalid: 'Número inválido',
  },
  reason: {
    optedOut: 'Pidió no recibir',
    answered: 'Ya había respondido',
    tag: 'Tiene la etiqueta que termina la secuencia',
    cancelled: 'La campaña fue detenida antes',
    transport: 'El mensaje no salió en tres intentos',
    file: 'El archivo ya no existe',
    empty: 'El texto queda vacío para esta persona',
    failed: 'El mensaje no fue aceptado',
    unknown: 'El servidor se detuvo durante el envío',
    '463': 'WhatsApp rechazó una conversación nueva (463)',
    other: 'WhatsApp respondió {{reason}}',
  },
  optOutSource: {
    word: 'Respuesta del cliente',
    person: 'Persona del equipo',
    import: 'Importación',
    api: 'API',
  },
}
