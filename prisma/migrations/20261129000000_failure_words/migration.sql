-- What made a run fail, and what the payment provider last refused a withdrawal with, in their own words and for
-- operators: Temporal forgets them with the history of the workflow.
ALTER TABLE runs ADD COLUMN failure_words text;
ALTER TABLE withdrawals ADD COLUMN refusal_words text;
