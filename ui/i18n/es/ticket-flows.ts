import type { ticketFlows as Portuguese } from '../pt/ticket-flows'

export const ticketFlows: typeof Portuguese = {
  start: 'Iniciar',
  started: 'Flujo iniciado.',
  choose: 'Elija un flujo',
  flows: 'Flujos',
  runs: 'En curso',
  end: 'Terminar flujo',
  hint: {
    open: 'El flujo conversa con el cliente, y la conversación vuelve a la espera.',
    pending: 'El flujo conversa con el cliente. Un flujo en curso termina.',
  },
  ends: {
    end: 'Llegó al final',
    ticket: 'Entregado a un sector',
    closed: 'Cerró la conversación',
    invalid: 'Salió tras respuestas no válidas',
    stopped: 'Terminado antes del final',
    steps: 'Se detuvo: demasiados pasos',
    loop: 'Se detuvo: repetición sin espera',
    unknown: 'Se detuvo: bloque desconocido',
    broken: 'Se detuvo: bloque defectuoso',
    program: 'Se detuvo: el servicio no respondió',
    silent: 'Sin respuesta durante 24 horas',
    barred: 'Robot desactivado',
    taken: 'Una persona se hizo cargo',
  },
}
