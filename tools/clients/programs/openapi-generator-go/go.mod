module flow

go 1.24.0
