package web

import (
	"fmt"
	"io"

	"blastyard/show/lab/module"
)

// BotFrame is what the policy of the laboratory's page must allow in script-src: the script of the frame in which
// bots run. See src/lab/bot/frame.ts.
const BotFrame = "'sha256-XgIII68XWOnBnfj7IOWPPOWb5oi6gl8GoKNQW8w22cU='"

// Lab writes one HTML file that holds the laboratory with its rules. It opens from disk without a server, and its content security policy allows nothing but what it holds, and the bots that are written in it.
func Lab(w io.Writer, rules *module.Module) error {
	held, err := insideLab(rules)
	if err == nil {
		p := oneFile{name: "lab", title: "blastyard laboratory", class: "desk", scripts: " " + BotFrame + held.policy,
			body: func(w io.Writer) error {
				_, err := io.WriteString(w, held.elements)
				return err
			}}
		err = p.write(w)
	}
	if err != nil {
		return fmt.Errorf("web: laboratory: %w", err)
	}
	return nil
}
