module mybot

go 1.23
