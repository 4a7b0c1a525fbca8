package tournament

import "fmt"

// String says in a line what an order has done, for people.
func (o *Order) String() string {
	text := o.done()
	if o.Why != "" {
		text += ": " + o.Why
	}
	return text
}

func (o *Order) done() string {
	switch o.What {
	case Withdraw:
		return o.Name + " is withdrawn"
	case Disqualify:
		return o.Name + " is disqualified"
	case BringBack:
		return o.Name + " takes part again"
	case RollBack:
		return fmt.Sprintf("%s plays with version %d", o.Name, o.Number)
	case VoidMatch:
		if o.Match != nil {
			return fmt.Sprintf("match %v is void", *o.Match)
		}
	case Pause:
		return "the event is paused"
	case Resume:
		return "the event goes on"
	case Announce:
		if o.Why == "" {
			return "the announcement is ended"
		}
		return "announced"
	case Reveal:
		return "everybody sees the standings again"
	case Extend:
		return "submissions close at another time"
	}
	return string(o.What)
}

// Asks says what an order would do, as a question.
func (o *Order) Asks() string {
	switch o.What {
	case Withdraw:
		return "Withdraw " + o.Name + "?"
	case Disqualify:
		return "Disqualify " + o.Name + "?"
	case BringBack:
		return "Bring " + o.Name + " back?"
	case RollBack:
		return fmt.Sprintf("Let %s play with version %d?", o.Name, o.Number)
	case VoidMatch:
		if o.Match != nil {
			return fmt.Sprintf("Take the result of match %v back?", *o.Match)
		}
	case Pause:
		return "Pause the event?"
	case Reveal:
		return "Let everybody see the standings?"
	case Resume, Announce, Extend:
	}
	return string(o.What) + "?"
}
