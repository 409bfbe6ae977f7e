/** The protocol as designed, and broken variants that the search must detect. */
export type Variant =
  | 'design'
  | 'released_without_cancelling'
  | 'confirmed_without_lease'
  | 'unit_returned_without_condition'
  | 'charged_before_reserving'
  | 'no_reconciler'
  | 'payment_not_checked'
  | 'refused_while_the_browser_may_confirm'
  | 'unsent_answer_forgotten'
  | 'several_in_flight'
  | 'no_audit'
  | 'rebuilt_without_condition'
  | 'rebuilt_over_a_second_purchase';
